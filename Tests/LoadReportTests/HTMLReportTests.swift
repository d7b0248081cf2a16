import Foundation
import LoadGenerator
import LoadReport
import Testing

/// Purpose: the page stands alone, draws its four charts and runs nothing of what was measured.
/// Method: its structure; how it looks was judged in a browser, light and dark.
struct HTMLReportTests {
    private func page(_ results: [RunResult] = [SampleResult.result()]) throws -> String {
        HTMLReport.text(try SampleResult.document(results))
    }

    @Test func `The page has four charts, tables, verdict and both colour schemes`() throws {
        let page = try page()
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.components(separatedBy: "<figure data-chart>").count == 5)
        for title in ["Latency by percentile", "Latency over time", "Rate", "Outcomes"] {
            #expect(page.contains("<h2>\(title)</h2>"))
        }
        #expect(page.contains("prefers-color-scheme: dark"))
        #expect(page.contains("FAIL p99&lt;5ms"))
        #expect(page.contains("UNAVAILABLE"))
    }

    @Test func `The page loads nothing`() throws {
        let page = try page()
        for word in ["http:", "https:", "src=", "@import", "url(", "<link", "<iframe"] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("default-src 'none'"))
    }

    @Test func `Texts of others are shown, never run`() throws {
        let page = try page()
        #expect(!page.contains("<script>alert"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!page.contains("<b>down"))
    }

    @Test func `Every mark lies inside its chart and every tag is closed`() throws {
        for results in [[SampleResult.result()], [SampleResult.result(failures: 0)]] {
            let page = try page(results)
            let places = page.matches(of: #/points="([^"]+)"/#).flatMap { match in
                match.output.1.split(separator: " ").map { $0.split(separator: ",") }
            }
            #expect(places.count > 50)
            for place in places {
                let (x, y) = (try #require(Double(place[0])), try #require(Double(place[1])))
                #expect((0...720).contains(x) && (0...300).contains(y))
            }
            for tag in ["figure", "svg", "table", "ul", "section", "script", "p", "main", "body"] {
                let opened = page.matches(of: try Regex("<\(tag)[ >]")).count
                #expect(opened == page.components(separatedBy: "</\(tag)>").count - 1, "\(tag)")
            }
            #expect(!page.contains("nan") && !page.contains(">inf"))
        }
    }

    @Test func `The numbers behind each chart are JSON`() throws {
        let blocks = try page().matches(of: #/<script type="application\/json">([^<]*)<\/script>/#)
        #expect(blocks.count == 4)
        for block in blocks {
            let rows = try JSONSerialization.jsonObject(with: Data(block.output.1.utf8))
            #expect(((rows as? [[Any]])?.count ?? 0) > 5)
        }
    }

    @Test func `An empty result is a page too`() throws {
        let page = try page([RunResult()])
        #expect(page.contains("nothing was measured"))
        #expect(page.hasSuffix("</html>\n"))
    }

    @Test func `A day of seconds stays a small page`() throws {
        var result = SampleResult.result()
        let point = result.series[0]
        result.series = (0..<86_400).map { second in
            var copy = point
            copy.startSeconds = Double(second)
            return copy
        }
        #expect(try page([result]).utf8.count < 1_000_000)
    }
}
