/// The properties of a node in a line of the evaluated tree: `font=title`, `spacing=2`, a colour, `padding: 4 4 4 4`.
struct NodeProperties {
    /// The named properties, in order.
    private(set) var named: [(name: String, value: String)] = []
    /// The properties without a name.
    private(set) var others: [String] = []
    /// The text, with its quotation marks; nil if there is none.
    let text: String?

    init(_ rest: String) {
        let range = NodeLine.quotedRange(rest[...])
        text = range.map { String(rest[$0]) }
        var rest = rest
        if let range { rest.replaceSubrange(range, with: " ") }
        // Modifiers are in braces at the end, separated by commas.
        var modifiers = Substring()
        if let open = rest.firstIndex(of: "{"), let close = rest.lastIndex(of: "}"), open < close {
            modifiers = rest[rest.index(after: open)..<close]
            rest = String(rest[..<open])
        }
        for word in rest.split(separator: " ") where !word.hasPrefix("#") || NodeLine.id(word) == nil { add(word, divider: "=") }
        var depth = 0
        let parts = modifiers.split { letter in
            if letter == "(" { depth += 1 } else if letter == ")" { depth -= 1 }
            return letter == "," && depth == 0
        }
        for part in parts { add(part.drop { $0 == " " }, divider: ":") }
    }

    private mutating func add(_ piece: Substring, divider: Character) {
        var piece = piece
        while piece.last == " " { piece.removeLast() }
        guard !piece.isEmpty else { return }
        guard let index = piece.firstIndex(of: divider) else { return others.append(String(piece)) }
        named.append((String(piece[..<index]), String(piece[piece.index(after: index)...].drop { $0 == " " })))
    }

    /// The differences from `old`, as phrases: `has font title3 instead of headline`.
    func changes(from old: NodeProperties) -> [String] {
        var phrases: [String] = []
        if text != old.text { phrases.append("says \(Self.shown(text)) instead of \(Self.shown(old.text))") }
        for (name, value) in named {
            guard let before = old.named.first(where: { $0.name == name }) else {
                phrases.append("has \(name) \(value)".trimmingEnd + ", which it had not")
                continue
            }
            if before.value != value { phrases.append("has \(name) \(value) instead of \(before.value)") }
        }
        for (name, value) in old.named where !named.contains(where: { $0.name == name }) {
            phrases.append("has no \(name) any more, which was \(value)")
        }
        let (gone, come) = (old.others.filter { !others.contains($0) }, others.filter { !old.others.contains($0) })
        for (index, piece) in come.enumerated() {
            phrases.append(gone.indices.contains(index) ? "has \(piece) instead of \(gone[index])" : "has \(piece), which it had not")
        }
        for piece in gone.dropFirst(come.count) { phrases.append("has no \(piece) any more") }
        return phrases
    }

    /// A text for messages, truncated to ``limit``.
    static func shown(_ text: String?) -> String {
        guard let text else { return "nothing" }
        return text.count <= limit ? text : "\(text.prefix(limit - 2))…\""
    }

    /// The maximum length of a text in a message, in characters.
    private static let limit = 80
}

extension String {
    fileprivate var trimmingEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}
