import CatalogFormats
import EpisodeModel
import Testing

@testable import CatalogFormats

/// Purpose: descriptions become plain text. Method: short pieces of HTML, and rows with both forms.
@Suite struct HTMLTextTests {
    @Test(arguments: [
        ("<p>It&#39;s &amp; &lt;b&gt; &quot;x&quot;</p>\n", "It's & <b> \"x\""),
        ("<p>One</p><p>Two</p>", "One\nTwo"), ("<p>One</p>\n\n<p>Two</p>", "One\n\nTwo"),
        ("a<br>b<br/>c<BR />d", "a\nb\nc\nd"), ("a&nbsp;b&#160;c", "a b c"),
        ("<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n", "One\n\nTwo"),
        ("<ul><li>One</li><li>Two</li></ul>", "One\nTwo"),
        ("x<script>var a = '<p>';</script>y<STYLE>p{}</style >z", "xyz"),
        ("x<script>never closed", "x"), ("x<!-- <p> -->y<!-- open", "xy"),
        ("<b>bold</b>ly <a href=\"?a>b\" title='x'>link</a>", "boldly link"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("&eacute;&Eacute;&yuml;&nbsp;&euro;&hellip;&#x4E2D;&#20013;", "éÉÿ €…中中"),
        ("&#150;&#146;&#0;&#xD800;&#99999999999;", "–’\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("<p></p>", ""), ("<B>bold</B> <I>it</I>", "bold it"), ("x<sup>2</sup>", "x2"),
        ("<title>A</title>b", "A\nb"), ("<h2>Ünï</h2>中文", "Ünï\n中文"), ("<a 'x>y</a>", "y"),
    ])
    func `markup becomes plain text`(html: String, plain: String) {
        #expect(HTMLText.plain(html) == plain)
    }

    @Test(arguments: [
        "", "plain", "a < b && c > d", "List<Int> and Map<String, [Int]>", "AT&T", "x <3 y", "&;",
        "&unknown; &#; &#x; &#xZZ;", "<", "&", "a<b", "</", "<p", "<a href='x", "<nosuch>",
        "R&D; <T>",
        "&amp", "std::vector<float>", "<1>", "<>", "Observable<Data>", "Set<P> of T",
    ])
    func `text without markup is left alone`(text: String) {
        #expect(HTMLText.plain(text) == nil)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: ["<a ", "<a '", "<!--", "&#1", "<script><", "</p <", "<p>\n"])
    func `repeats of anything take time in proportion`(piece: String) {
        let text = String(repeating: piece, count: 100_000)
        #expect((HTMLText.plain(text) ?? text).utf8.count <= text.utf8.count)
    }

    private func descriptions(_ members: String) throws -> [String] {
        let reading = try Reading(#"[{"id": 1, "name": "n", \#(members)}]"#)
        let episode = try #require(reading.episodes.first, "\(reading.message)")
        return [episode.description, episode.descriptionHTML]
    }

    @Test func `the plain form is taken where the source gives it`() throws {
        #expect(
            try descriptions(
                #""description": "<p>A &amp; B</p>\n", "description_plain_text": "A & B\n\r\n""#)
                == ["A & B", "<p>A &amp; B</p>\n"])
        #expect(
            try descriptions(
                #""description_plain_text": "A &amp; B", "description": "A &amp; B\n""#)
                == ["A &amp; B", ""])
    }

    @Test func `the plain form is made where it is missing`() throws {
        #expect(
            try descriptions(#""description": "<p>A</p>\n""#) == ["A", "<p>A</p>\n"])
        #expect(try descriptions(#""description": "A < B\n""#) == ["A < B", ""])
        #expect(
            try descriptions(#""description": null, "description_html": "<i>A</i>""#)
                == ["A", "<i>A</i>"])
    }

    @Test func `with its own HTML a description is plain as it stands`() throws {
        #expect(
            try descriptions(#""description": "use &lt;b&gt;", "description_html": "<p>x</p>""#)
                == ["use &lt;b&gt;", "<p>x</p>"])
    }
}
