import SubdialBasics

/// A text with HTML in it as plain text: without tags, with its character references replaced, and with its lines.
package enum HTMLText {
    /// Elements after which a line ends.
    private static let blocks: Set<String> = [
        "p", "br", "div", "li", "tr", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "hr", "dt", "dd", "section",
        "article", "header", "footer", "pre",
    ]
    /// Elements whose content is no text.
    private static let hidden: Set<String> = ["script", "style", "head", "template"]

    /// The plain text.
    package static func plain(_ html: String) -> String {
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return tidy(html) }
        var text = ""
        var rest = html[...]
        while let open = rest.firstIndex(of: "<") {
            text += rest[..<open]
            rest = rest[open...]
            if rest.hasPrefix("<!--") {
                rest = after("-->", in: rest)
                continue
            }
            let name = rest.dropFirst().drop { $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
            // What begins no tag is a less-than sign.
            guard !name.isEmpty || rest.hasPrefix("<!") || rest.hasPrefix("<?") else {
                text += "<"
                rest = rest.dropFirst()
                continue
            }
            guard let close = rest.firstIndex(of: ">") else { break }
            let isOpening = rest.dropFirst().first != "/"
            rest = rest[rest.index(after: close)...]
            if isOpening, hidden.contains(name) {
                rest = after("</\(name)", in: rest, isTag: true)
            } else if blocks.contains(name) {
                text += "\n"
            }
        }
        return tidy(decoded(text + rest))
    }

    /// The text with its character references replaced.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[rest.index(after: start)...]
            let name = rest.prefix(HTMLEntities.longestName).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
            guard rest[name.endIndex...].first == ";", let character = HTMLEntities.character(of: name) else {
                result += "&"
                continue
            }
            result += character
            rest = rest[rest.index(after: name.endIndex)...]
        }
        return result + rest
    }

    /// What follows the first occurrence of a text; empty without one.
    private static func after(_ end: String, in text: Substring, isTag: Bool = false) -> Substring {
        var rest = text
        while let start = rest.firstIndex(of: end.first ?? ">") {
            rest = rest[start...]
            guard rest.prefix(end.count).lowercased() == end else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(end.count)
            guard isTag else { return rest }
            return rest.firstIndex(of: ">").map { rest[rest.index(after: $0)...] } ?? ""
        }
        return ""
    }

    /// The text with single spaces, and without empty lines.
    private static func tidy(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { line in
            line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

extension HTMLText {
    /// The address of the first picture in HTML; nil without one.
    static func firstPicture(in html: String) -> String? {
        var rest = html[...]
        while let open = rest.firstIndex(of: "<") {
            rest = rest[open...].dropFirst()
            guard rest.prefix(4).lowercased() == "img " else { continue }
            guard let close = rest.firstIndex(of: ">") else { return nil }
            let tag = rest[..<close]
            guard let source = tag.firstRange(of: "src="), let quote = tag[source.upperBound...].first, quote == "\"" || quote == "'" else {
                continue
            }
            let address = decoded(String(tag[source.upperBound...].dropFirst().prefix { $0 != quote }))
            if address.hasPrefix("http") { return address }
        }
        return nil
    }
}
