import Expressions

/// What one bar reads: how text is escaped for it, and how a line is put together.
///
/// A format is a value; each stands in a file of its own under `Formats`, and ``all`` lists them.
public struct FeedFormat: Sendable {
    /// The longest line, its newline included: a write of up to so many bytes is never split on a pipe.
    public static let maximumLineBytes = 4095

    /// What `--format` calls it.
    public let name: String
    /// What it is for, in one line.
    public let summary: String
    /// What to paste into the bar's configuration.
    public let setup: String
    /// The line that makes the bar show nothing.
    public let idle: String
    /// Whether lines tell how much of the track has been played.
    public let tellsPercentage: Bool
    private let escaping: @Sendable (String) -> String
    private let composing: @Sendable (FeedContent, @Sendable (String) -> String) -> String

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - escape: Text as the bar shows it literally. It sees no control characters but, in a tooltip, newlines.
    ///   - compose: The line, without its newline, of content whose text is not empty. Its second argument is `escape`.
    public init(
        name: String, summary: String, setup: String, idle: String = "", tellsPercentage: Bool = false,
        escape: @escaping @Sendable (String) -> String,
        compose: @escaping @Sendable (_ content: FeedContent, _ escape: @Sendable (String) -> String) -> String
    ) {
        self.name = name
        self.summary = summary
        self.setup = setup
        self.idle = idle
        self.tellsPercentage = tellsPercentage
        escaping = escape
        composing = compose
    }

    /// The text written so that the bar shows it literally.
    public func escape(_ text: String) -> String {
        escaping(text)
    }

    /// The line, without its newline, that shows `content`; ``idle`` where its text is empty.
    ///
    /// A line that would be too long loses the end of its tooltip, and then of its text.
    public func line(for content: FeedContent) -> String {
        guard !content.text.isEmpty else { return idle }
        var content = content
        func fits(_ content: FeedContent) -> Bool {
            composing(content, escaping).utf8.count < Self.maximumLineBytes
        }
        for part in [\FeedContent.tooltip, \.shortText, \.text] where !fits(content) {
            content[keyPath: part] = content[keyPath: part].longestPrefix { prefix in
                var candidate = content
                candidate[keyPath: part] = prefix
                return fits(candidate)
            }
        }
        return content.text.isEmpty ? idle : composing(content, escaping)
    }
}

extension FeedFormat {
    /// Every format, in the order in which they are listed.
    public static let all: [FeedFormat] = [.waybar, .i3blocks, .plain]

    /// The format that `name` means.
    ///
    /// - Throws: ``FeedError/unknownFormat(_:)``.
    public static func named(_ name: String) throws(FeedError) -> FeedFormat {
        guard let format = all.first(where: { $0.name == name }) else { throw .unknownFormat(name) }
        return format
    }
}

extension String {
    /// The text, or else the longest beginning of it with an ellipsis that passes `fits`; empty where none does.
    fileprivate func longestPrefix(_ fits: (String) -> Bool) -> String {
        if fits(self) { return self }
        let characters = Array(self)
        var (low, high) = (0, characters.count)
        // What fits is shorter than what does not: `low` characters fit, or are none.
        while low + 1 < high {
            let middle = (low + high) / 2
            if fits(String(characters[..<middle]) + "…") { low = middle } else { high = middle }
        }
        return low == 0 ? "" : String(characters[..<low]) + "…"
    }
}
