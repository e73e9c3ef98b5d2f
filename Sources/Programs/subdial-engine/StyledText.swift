import SubdialBasics
import SubdialPlayback

/// The emphasis of a part of a text on a terminal.
enum Emphasis: Sendable {
    case heading, good, warning, bad

    /// The parameter of the escape sequence SGR.
    fileprivate var code: String {
        switch self {
        case .heading: "1"
        case .good: "32"
        case .warning: "33"
        case .bad: "31"
        }
    }
}

/// A text with emphasis, which only a terminal shows.
struct StyledText: Sendable {
    private var parts: [(text: String, emphasis: Emphasis?)] = []

    init() {}

    init(_ text: String, _ emphasis: Emphasis? = nil) { append(text, emphasis) }

    /// True if there is no text.
    var isEmpty: Bool { parts.isEmpty }

    mutating func append(_ text: String, _ emphasis: Emphasis? = nil) {
        if !text.isEmpty { parts.append((text, emphasis)) }
    }

    static func += (text: inout StyledText, more: String) { text.append(more) }

    /// The text without control characters of its own; with escape sequences if it is coloured.
    func text(isColored: Bool) -> String {
        parts.map { part in
            let text = part.text.withoutControls
            guard isColored, let emphasis = part.emphasis else { return text }
            return "\u{1B}[\(emphasis.code)m\(text)\u{1B}[0m"
        }.joined()
    }
}
