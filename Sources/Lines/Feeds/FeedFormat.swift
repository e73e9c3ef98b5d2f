import SubdialExpressions

/// The syntax of one bar: its escaping and the composition of its lines.
///
/// A format is a value. Each is in its own file in `Formats`, and ``all`` lists them.
package struct FeedFormat: Sendable {
    /// The maximum length of a line of any format in bytes, with its newline: a write of this length to a pipe is never split.
    package static let maximumLineBytes = 4095
    /// The maximum number of zones in a menu; more do not fit into ``maximumLineBytes``.
    private static let maximumZones = 64

    /// Special properties of a format.
    package struct Traits: OptionSet, Hashable, Sendable {
        /// A bit for each trait.
        package let rawValue: Int

        /// Creates traits from these bits.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The lines contain the played percentage.
        package static let percentage = Traits(rawValue: 1)
        /// The lines contain the played seconds.
        package static let seconds = Traits(rawValue: 2)
        /// The bar shows text with Pango, which orders text of both directions and hides isolates.
        package static let isolates = Traits(rawValue: 512)
        /// The format composes a line even if nothing is shown.
        package static let composesIdle = Traits(rawValue: 4)
        /// A line contains newlines.
        package static let severalLines = Traits(rawValue: 8)
        /// The lines contain the zones.
        package static let zones = Traits(rawValue: 16)
        /// The lines contain the path of a cover picture.
        package static let artPath = Traits(rawValue: 32)
        /// The bar runs the command for each update; meant for `--once`.
        package static let polled = Traits(rawValue: 64)
        /// The bar writes clicks to the feed's stdin.
        package static let clicks = Traits(rawValue: 128)
        /// The lines are written only to a file.
        package static let file = Traits(rawValue: 256)
        /// Scripts read the lines, which are never errors if the command ends with an exit code.
        package static let scripts = Traits(rawValue: 1024)
    }

    /// The name for `--format`.
    package let name: String
    /// Other names of the format.
    package let aliases: [String]
    /// The use of the format, in one line.
    package let summary: String
    /// The text before the first line, with its newline.
    package let preamble: String
    /// The line for which the bar shows nothing.
    package var idle: String { idleText.source }
    /// The special properties.
    package let traits: Traits
    /// The maximum length of a line of this format in bytes, with its final newline.
    package let lineBytes: Int
    private let idleText: BarText
    private let escaping: BarEscaping
    private let composing: @Sendable (FeedContent, BarEscaping) -> BarText

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - idle: The line for which the bar shows nothing.
    ///   - escape: The escaping of text that the bar shows literally.
    ///   - compose: Composes the line, without its newline, from content. Its second argument is `escape`, the only way to add a text to the
    ///     line.
    init(
        name: String, aliases: [String] = [], summary: String, preamble: String = "", idle: BarText = "",
        traits: Traits = [], lineBytes: Int = maximumLineBytes, escape: BarEscaping,
        compose: @escaping @Sendable (_ content: FeedContent, _ escape: BarEscaping) -> BarText
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.preamble = preamble
        idleText = idle
        self.traits = traits
        self.lineBytes = lineBytes
        escaping = escape
        composing = compose
    }

    /// Returns the text, escaped so that the bar shows it literally.
    package func escape(_ text: String) -> String {
        escaping(text).source
    }

    /// Returns the line that shows `content`, without its final newline; ``idle`` if its text is empty.
    ///
    /// A line that is too long first loses zones, then its lists. Then the tooltip is truncated, then the short text, and finally all other
    /// texts together. Spaces fill the columns that the text has lost.
    package func line(for content: FeedContent) -> String {
        guard !content.text.isEmpty || traits.contains(.composesIdle) else { return idle }
        let hadText = !content.text.isEmpty
        var content = content
        fitZones(of: &content)
        if !fits(content) { content.details.fields = content.details.fields.map(\.withoutLists) }
        for parts in Self.parts where !fits(content) { shorten(parts, of: &content) }
        return hadText && content.text.isEmpty && !traits.contains(.composesIdle) ? idle : composing(content, escaping).source
    }

    /// Removes zones from the end of a menu until the line fits; the menu cannot select them.
    private func fitZones(of content: inout FeedContent) {
        let zones = content.details.zones.prefix(Self.maximumZones)
        content.details.zones = Array(zones)
        guard !zones.isEmpty, !fits(content) else { return }
        // `low` zones fit, or no number of them does.
        var (low, high) = (0, zones.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            content.details.zones = Array(zones.prefix(middle))
            if fits(content) { low = middle } else { high = middle }
        }
        content.details.zones = Array(zones.prefix(low))
    }

    /// The parts of the content that are shortened together, the least important first.
    ///
    /// Computed, because key paths are not sendable.
    private static var parts: [[WritableKeyPath<FeedContent, [String]>]] {
        [[\.tooltips], [\.shortTexts], [\.texts, \.details.texts]]
    }

    private func fits(_ content: FeedContent) -> Bool {
        composing(content, escaping).source.utf8.count < lineBytes
    }

    /// Truncates the parts to the number of characters that fits.
    private func shorten(_ parts: [WritableKeyPath<FeedContent, [String]>], of content: inout FeedContent) {
        let whole = content
        func cut(to limit: Int) -> FeedContent {
            var result = whole
            for part in parts {
                let isFilled = part == \.texts || part == \.shortTexts
                result[keyPath: part] = whole[keyPath: part].map { text in
                    guard text.count > limit else { return text }
                    guard limit > 0 else { return "" }
                    let cut = String(text.prefix(limit)) + "…"
                    return isFilled ? cut.padded(columns: text.displayWidth) : cut
                }
            }
            return result
        }
        var (low, high) = (0, parts.flatMap { whole[keyPath: $0].map(\.count) }.max() ?? 0)
        // A shorter text fits if a longer one does: `low` characters fit, or no number of them does.
        while low + 1 < high {
            let middle = (low + high) / 2
            if fits(cut(to: middle)) { low = middle } else { high = middle }
        }
        content = cut(to: low)
    }
}

extension FeedField {
    /// The field with null values instead of its lists, which have no maximum length.
    fileprivate var withoutLists: FeedField {
        switch value {
        case .list: FeedField(name, .nothing, isTag: isTag)
        case .object(let fields): FeedField(name, .object(fields.map(\.withoutLists)), isTag: isTag)
        default: self
        }
    }
}

extension FeedDetails {
    /// The texts of the short fields.
    ///
    /// Paths and ids are not included, because they are useless if truncated.
    fileprivate var texts: [String] {
        get { fields.compactMap { if $0.isTag, case .text(let text) = $0.value { text } else { nil } } }
        set {
            var rest = newValue[...]
            for (index, field) in fields.enumerated() where field.isTag {
                if case .text = field.value, let text = rest.popFirst() { fields[index].value = .text(text) }
            }
        }
    }
}

extension FeedFormat {
    /// Every format, in the order of listings.
    package static let all: [FeedFormat] = [
        .waybar, .i3bar, .i3blocks, .i3blocksPlain, .i3statusRust, .polybar, .lemonbar, .xmobar, .yambar, .tmux, .json, .pango, .genmon,
        .argos, .kargos, .conky, .zsh, .bash, .file, .plain,
    ]

    /// Returns the format with that name or alias.
    ///
    /// - Throws: ``FeedError/unknownFormat(_:)``.
    package static func named(_ name: String) throws(FeedError) -> FeedFormat {
        guard let format = all.first(where: { $0.name == name || $0.aliases.contains(name) }) else { throw .unknownFormat(name) }
        return format
    }

    /// All names and aliases that ``named(_:)`` accepts.
    package static var names: [String] { all.flatMap { [$0.name] + $0.aliases } }
}
