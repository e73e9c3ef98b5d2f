import SubdialDocuments
import Testing

/// Feeds of websites, which have one shape.
@Suite struct WebFeedTests {
    private func feed(_ text: String) throws -> JSONValue { try #require(WebFeed(XMLParser.root(of: text))).json }

    private func item(_ text: String) throws -> JSONValue {
        guard case .array(let items)? = try feed(text)["items"], let first = items.first else { throw CancellationError() }
        return first
    }

    @Test func rss() throws {
        let text = """
            <rss version="2.0" xmlns:media="m" xmlns:dc="d"><channel><title>News &amp; more</title><link>https://example.com</link>
            <description>All</description><image><url>https://example.com/i.png</url></image>
            <item><title>A &amp;lt; B</title><link>https://example.com/a</link><guid isPermaLink="false">7</guid>
            <pubDate>Wed, 02 Oct 2002 15:00:00 +0200</pubDate><dc:creator>Jane</dc:creator><category>x</category><category>y</category>
            <description><![CDATA[<p>One<br>two &copy;</p><img src="https://example.com/p.jpg">]]></description></item>
            <item><title>C</title></item></channel></rss>
            """
        let feed = try feed(text)
        #expect(feed["title"]?.string == "News & more" && feed["image"]?.string == "https://example.com/i.png")
        let item = try item(text)
        #expect(item["title"]?.string == "A < B" && item["link"]?.string == "https://example.com/a" && item["id"]?.string == "7")
        #expect(item["date"]?.string == "2002-10-02T13:00:00Z" && item["author"]?.string == "Jane")
        #expect(item["summary"]?.string == "One\ntwo ©" && item["image"]?.string == "https://example.com/p.jpg")
        #expect(item["categories"] == ["x", "y"])
    }

    /// XHTML in Atom, with texts between its elements.
    @Test(arguments: [
        ("<div>An <em>xhtml</em> summary.</div>", "An xhtml summary."), ("<div><p>One</p><p>Two &lt; 3</p></div>", "One\nTwo < 3"),
        ("<x:div xmlns:x='h'>A<x:br/>B</x:div>", "A\nB"), ("plain", "plain"), ("<div/>", nil),
    ])
    func xhtml(_ summary: String, _ text: String?) throws {
        let feed = "<feed><entry><title type='xhtml'><div>A <b>B</b></div></title><summary type='xhtml'>\(summary)</summary></entry></feed>"
        let item = try item(feed)
        #expect(item["summary"]?.string == text && item["title"]?.string == "A B")
    }

    @Test func atom() throws {
        let text = """
            <feed xmlns="http://www.w3.org/2005/Atom"><title type="html">T</title><link rel="self" href="https://e/self"/><link href="https://e/"/>
            <updated>2026-01-02T03:04:05Z</updated>
            <entry><id>urn:1</id><title>One</title><link rel="edit" href="https://e/edit"/><link rel="alternate" href="https://e/1"/>
            <published>2026-01-01T00:00:00+01:00</published><author><name>J</name></author><category term="k"/>
            <content type="xhtml"><div><p>Hello</p> <b>you</b></div></content></entry></feed>
            """
        #expect(try feed(text)["link"]?.string == "https://e/")
        let item = try item(text)
        #expect(item["link"]?.string == "https://e/1" && item["id"]?.string == "urn:1" && item["author"]?.string == "J")
        #expect(
            item["date"]?.string == "2026-01-01T00:00:00+01:00" && item["summary"]?.string == "Hello\nyou" && item["categories"] == ["k"])
    }

    @Test func rdf() throws {
        let text = """
            <rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/" xmlns:dc="d"><channel rdf:about="u"><title>T</title></channel>
            <item rdf:about="https://e/1"><title>One</title><link>https://e/1</link><dc:date>2026-01-01</dc:date></item></rdf:RDF>
            """
        let item = try item(text)
        #expect(try feed(text)["title"]?.string == "T" && item["id"]?.string == "https://e/1" && item["date"]?.string == "2026-01-01")
    }

    @Test(arguments: ["<html/>", "<rss/>", "<rdf:RDF xmlns:rdf='r'/>"]) func noFeed(_ text: String) throws {
        #expect(WebFeed(try XMLParser.root(of: text)) == nil)
    }

    /// The pictures of an item, in their order.
    @Test(arguments: [
        "<media:content url='https://e/p' medium='image'/>",
        "<media:group><media:content url='https://e/p' type='image/png'/></media:group>",
        "<media:content url='https://e/v' type='video/mp4'/><media:thumbnail url='https://e/p'/>",
        "<enclosure url='https://e/a' type='audio/mpeg'/><enclosure url='https://e/p' type='image/png'/>",
        "<itunes:image href='https://e/p'/>",
        "<description>&lt;img alt='x' src='https://e/p'&gt;</description>",
    ])
    func pictures(_ element: String) throws {
        let text = "<rss xmlns:media='m' xmlns:itunes='i'><channel><item>\(element)</item></channel></rss>"
        #expect(try item(text)["image"]?.string == "https://e/p")
    }

    /// Dates in the form of mails; others stay as they are.
    @Test(arguments: [
        ("Wed, 02 Oct 2002 13:00:00 GMT", "2002-10-02T13:00:00Z"), ("2 Oct 2002 13:00 EST", "2002-10-02T18:00:00Z"),
        ("Wed, 02 Oct 02 13:00:00 -0330", "2002-10-02T16:30:00Z"), ("Thu, 31 Dec 2026 23:59:60 +0000", "2026-12-31T23:59:59Z"),
        ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"), ("soon", "soon"),
        ("Wed, 02 Foo 2002 13:00:00 GMT", "Wed, 02 Foo 2002 13:00:00 GMT"),
    ])
    func dates(_ written: String, _ expected: String) throws {
        #expect(try item("<rss><channel><item><pubDate>\(written)</pubDate></item></channel></rss>")["date"]?.string == expected)
    }

    @Test(
        arguments: [
            ("a  b\n c", "a b\nc"), ("<p>One</p><p>Two &amp; &#x201C;three&#8221;</p>", "One\nTwo & “three”"),
            ("1 < 2 &unknown; & <b>x</b>", "1 < 2 &unknown; & x"),
            ("<script>alert('<b>')</script>a<!-- <i> -->b", "ab"), ("&#150;&#99999999;&#0;", "–&#99999999;\u{0}"), ("a <b", "a <b"),
            ("<SCRIPT>x</SCRIPT >y", "y"),
            ("<!-- x", ""), ("x<style>y", "x"),
        ])
    func plain(_ html: String, _ expected: String) {
        #expect(HTMLText.plain(html) == expected)
    }

    /// Texts that would take a time that grows with the square of their length.
    @Test(arguments: ["<a", "&", "<!--", "<script>", "<", "<img src="]) func longTexts(_ part: String) {
        let clock = ContinuousClock()
        let text = String(repeating: part, count: 200_000)
        #expect(clock.measure { _ = HTMLText.plain(text) } < .seconds(20))
    }
}
