import FoundationEssentials
import SubdialBasics

/// A feed of a website in RSS 2.0, RSS 1.0 (RDF) or Atom, as one shape.
package struct WebFeed {
    private let channel: XMLElement
    private let entries: [XMLElement]

    /// Reads a feed; nil for another document.
    package init?(_ root: XMLElement) {
        switch root.name {
        case "rss":
            guard let channel = root.child("channel") else { return nil }
            (self.channel, entries) = (channel, channel.children.filter { $0.name == "item" })
        case "rdf:RDF", "RDF":
            guard let channel = root.child("channel") else { return nil }
            (self.channel, entries) = (channel, root.children.filter { $0.name == "item" })
        case "feed", "atom:feed":
            (channel, entries) = (root, root.children.filter { $0.name == "entry" || $0.name == "atom:entry" })
        default: return nil
        }
    }

    /// The feed as an object: `title`, `link`, `summary`, `date`, `image`, and `items`.
    package var json: JSONValue {
        var members: [JSONMember] = [
            JSONMember("title", Self.plain(channel.text(of: "title", "atom:title"))), JSONMember("link", Self.link(of: channel)),
            JSONMember("summary", Self.plain(channel.text(of: "description", "subtitle", "tagline"))),
            JSONMember("date", Self.date(channel.text(of: "updated", "lastBuildDate", "pubDate", "dc:date", "modified"))),
        ]
        let image =
            channel.child("image")?.text(of: "url") ?? channel.child("itunes:image")?.attributes["href"] ?? channel.text(of: "logo", "icon")
        members.append(JSONMember("image", image.map(JSONValue.string) ?? .null))
        members.append(JSONMember("items", .array(entries.map(Self.item))))
        return .object(members)
    }

    private static func item(_ entry: XMLElement) -> JSONValue {
        let content = inner(entry, "content") ?? entry.text(of: "content:encoded", "content", "atom:content")
        let summary =
            inner(entry, "summary") ?? entry.text(of: "description", "summary", "atom:summary", "itunes:summary", "media:description")
            ?? content
        let link = link(of: entry)
        let author =
            entry.text(of: "dc:creator", "itunes:author")
            ?? entry.child("author", "atom:author").map { $0.text(of: "name", "atom:name") ?? $0.text.trimmed() }
        let categories = entry.children.filter { ["category", "dc:subject"].contains($0.name) }.map {
            plain($0.attributes["label"] ?? $0.attributes["term"] ?? $0.text)
        }
        let id = entry.text(of: "guid", "id", "atom:id") ?? entry.attributes["rdf:about"]
        return .object([
            JSONMember("title", plain(inner(entry, "title") ?? entry.text(of: "title", "atom:title", "media:title"))),
            JSONMember("link", link),
            JSONMember("date", date(entry.text(of: "pubDate", "published", "updated", "dc:date", "issued", "modified"))),
            JSONMember("summary", plain(summary)), JSONMember("author", plain(author)),
            JSONMember("id", id.map(JSONValue.string) ?? link), JSONMember("image", image(of: entry, html: content ?? summary)),
            JSONMember("audio", audio(of: entry)), JSONMember("categories", .array(categories)),
        ])
    }

    private static func plain(_ html: String?) -> JSONValue {
        let text = html.map(HTMLText.plain) ?? ""
        return text.isEmpty ? .null : .string(text)
    }

    /// The content of an element with elements in it, as XHTML in Atom; nil without any.
    private static func inner(_ entry: XMLElement, _ name: String) -> String? {
        entry.child(name).flatMap { $0.children.isEmpty ? nil : $0.innerHTML.trimmed() }
    }

    /// The address of the page: of Atom the link that is no other relation's.
    private static func link(of element: XMLElement) -> JSONValue {
        let links = element.children.filter { $0.name == "link" || $0.name == "atom:link" }
        let linked = links.first { ["alternate", nil].contains($0.attributes["rel"]) && $0.attributes["href"] != nil }?.attributes["href"]
        let guid = element.child("guid").flatMap { $0.attributes["isPermaLink"] == "false" ? nil : $0.text.trimmed() }
        let address = element.text(of: "link") ?? linked ?? (guid?.hasPrefix("http") == true ? guid : nil)
        return address.map(JSONValue.string) ?? .null
    }

    /// The address of the entry's picture: one that it names, or the first in its text.
    private static func image(of entry: XMLElement, html: String?) -> JSONValue {
        func isPicture(_ element: XMLElement) -> Bool {
            element.attributes["medium"] == "image" || element.attributes["type"]?.hasPrefix("image/") == true
        }
        let media = entry.children + entry.children.filter { $0.name == "media:group" }.flatMap(\.children)
        let named =
            media.first { $0.name == "media:content" && isPicture($0) }?.attributes["url"]
            ?? media.first { $0.name == "media:thumbnail" }?.attributes["url"]
            ?? entry.children.first { $0.name == "enclosure" && isPicture($0) }?.attributes["url"]
            ?? entry.children.first { $0.name == "link" && $0.attributes["rel"] == "enclosure" && isPicture($0) }?.attributes["href"]
            ?? entry.child("itunes:image")?.attributes["href"] ?? html.flatMap(HTMLText.firstPicture)
        return named.map(JSONValue.string) ?? .null
    }

    /// The address of the entry's audio file, as of a podcast.
    private static func audio(of entry: XMLElement) -> JSONValue {
        let enclosure = entry.children.first { $0.name == "enclosure" && $0.attributes["type"]?.hasPrefix("audio/") == true }
        return enclosure?.attributes["url"].map(JSONValue.string) ?? .null
    }

    /// The date in ISO 8601; as written if it has another form than those of feeds.
    private static func date(_ text: String?) -> JSONValue {
        guard let text else { return .null }
        return .string(MailDate.iso8601(text) ?? text)
    }
}

/// A date in the form of mails and feeds (RFC 822): `Wed, 02 Oct 2002 13:00:00 GMT`.
enum MailDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    /// The zones that RFC 822 names, in hours east.
    private static let zones = ["EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7]

    /// The date in ISO 8601; nil for another form.
    static func iso8601(_ text: String) -> String? {
        var words = text.split(whereSeparator: \.isWhitespace)
        if words.first?.last == "," { words.removeFirst() }
        guard words.count >= 4, let day = Int(words[0]), (1...31).contains(day),
            let month = months.firstIndex(of: words[1].prefix(3).lowercased()), let written = Int(words[2]), (0...9999).contains(written)
        else { return nil }
        let time = words[3].split(separator: ":").map { Int($0) }
        guard (2...3).contains(time.count), let hour = time[0], let minute = time[1], (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        let second = time.count > 2 ? time[2] ?? 0 : 0
        // Two digits are of this century or the last one (RFC 2822).
        let year = words[2].count > 2 ? written : written < 50 ? 2000 + written : 1900 + written
        let local = CalendarDay(year: year, month: month + 1, day: day).number * 86_400 + hour * 3600 + minute * 60 + min(second, 59)
        return LocalTime(seconds: local - offset(words.count > 4 ? String(words[4]) : "GMT")).iso8601 + "Z"
    }

    /// The seconds east of a zone; 0 for an unknown one.
    private static func offset(_ zone: String) -> Int {
        if let hours = zones[zone.uppercased()] { return hours * 3600 }
        guard let sign = zone.first, "+-".contains(sign), let digits = Int(zone.dropFirst().filter { $0 != ":" }), digits < 2400 else {
            return 0
        }
        return (sign == "-" ? -1 : 1) * (digits / 100 * 3600 + digits % 100 * 60)
    }
}
