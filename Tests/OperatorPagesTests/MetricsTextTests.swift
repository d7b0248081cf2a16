// Purpose: metrics are written as Prometheus reads them. Method: whole pages as text.
import OperatorPages
import Testing

struct MetricsTextTests {
    private static func page(_ write: (inout MetricsText) -> Void) -> String {
        var text = MetricsText()
        write(&text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test func `a family has its help, its type and its samples`() {
        let page = Self.page { text in
            text.family("calls_total", .counter, help: "Calls.")
            text.sample(0, [("method", "Get"), ("code", "OK")])
            text.sample(12, [("method", "List"), ("code", "OK")])
            text.single("revision", .gauge, 7, help: "Revision.")
            text.single("load", .gauge, 0.25, help: "Load.")
        }
        #expect(
            page == """
                # HELP calls_total Calls.
                # TYPE calls_total counter
                calls_total{method="Get",code="OK"} 0
                calls_total{method="List",code="OK"} 12
                # HELP revision Revision.
                # TYPE revision gauge
                revision 7
                # HELP load Load.
                # TYPE load gauge
                load 0.25

                """)
    }

    @Test func `buckets of a histogram add up`() {
        let page = Self.page { text in
            text.family("wait_seconds", .histogram, help: "Wait.")
            text.histogram(
                bounds: [0.5, 1], counts: [2, 0, 3], sum: 9.5, [("kind", "a")])
        }
        #expect(
            page.hasSuffix(
                """
                wait_seconds_bucket{kind="a",le="0.5"} 2
                wait_seconds_bucket{kind="a",le="1"} 2
                wait_seconds_bucket{kind="a",le="+Inf"} 5
                wait_seconds_sum{kind="a"} 9.5
                wait_seconds_count{kind="a"} 5

                """))
    }

    @Test func `labels and help cannot break out of their lines`() {
        let page = Self.page { text in
            text.family("a", .gauge, help: "One\nline \\ with \"quotes\".")
            text.sample(1, [("name", "a\"b\\c\nd")])
        }
        #expect(page.contains(#"# HELP a One\nline \\ with "quotes"."#))
        #expect(page.contains(#"a{name="a\"b\\c\nd"} 1"#))
    }

    @Test(
        arguments: [
            (1.0, "1"), (-2.5, "-2.5"), (1e-5, "1e-05"), (1.5e300, "1.5e+300"), (.nan, "NaN"),
            (.infinity, "+Inf"), (-.infinity, "-Inf"), (4_503_599_627_370_497, "4503599627370497"),
        ])
    func `numbers have the form that Go reads`(value: Double, text: String) {
        let page = Self.page { $0.single("a", .gauge, value, help: "A.") }
        #expect(page.hasSuffix("a \(text)\n"))
    }
}
