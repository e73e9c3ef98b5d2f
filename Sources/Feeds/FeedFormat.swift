import Expressions

/// What one bar reads: how text is escaped for it, and how a line is put together.
///
/// A format is a value; each stands in a file of its own under `Formats`, and ``all`` lists them.
public struct FeedFormat: Sendable {
    /// The longest line of any format, its newline included: a write of up to so many bytes is never split on a pipe.
    public static let maximumLineBytes = 4095
    /// The most zones that a menu lists; more do not fit into ``maximumLineBytes``.
    public static let maximumZones = 64

    /// What of a format is out of the ordinary.
    public struct Traits: OptionSet, Hashable, Sendable {
        /// A bit for each trait.
        public let rawValue: Int

        /// Makes the traits of these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Lines tell how much of the track has been played.
        public static let percentage = Traits(rawValue: 1)
        /// Lines tell the seconds that have been played.
        public static let seconds = Traits(rawValue: 2)
        /// A line is put together even where nothing is shown.
        public static let composesIdle = Traits(rawValue: 4)
        /// What is one line elsewhere has newlines in it here.
        public static let severalLines = Traits(rawValue: 8)
        /// Lines list the zones.
        public static let zones = Traits(rawValue: 16)
        /// Lines name a picture of the cover on disk.
        public static let artPath = Traits(rawValue: 32)
        /// The bar asks anew each time: meant for `--once`.
        public static let polled = Traits(rawValue: 64)
        /// The bar writes clicks to the feed's stdin.
        public static let clicks = Traits(rawValue: 128)
        /// Lines go to a file, and only there.
        public static let file = Traits(rawValue: 256)
    }

    /// What `--format` calls it.
    public let name: String
    /// Other names that mean the same.
    public let aliases: [String]
    /// What it is for, in one line.
    public let summary: String
    /// What is written once before the first line, with its newline.
    public let preamble: String
    /// The line that makes the bar show nothing.
    public var idle: String { idleText.source }
    /// What is out of the ordinary.
    public let traits: Traits
    /// The longest line of this format in bytes, its last newline included.
    public let lineBytes: Int
    private let idleText: BarText
    private let escaping: BarEscaping
    private let composing: @Sendable (FeedContent, BarEscaping) -> BarText

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - idle: The line that makes the bar show nothing.
    ///   - escape: How the bar's language writes text that is to be shown literally.
    ///   - compose: The line, without its newline, of content. Its second argument is `escape`, the only way from a text to the line.
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

    /// The text written so that the bar shows it literally.
    public func escape(_ text: String) -> String {
        escaping(text).source
    }

    /// The line, without its last newline, that shows `content`; ``idle`` where its text is empty.
    ///
    /// A line that would be too long loses its lists, then the end of its tooltip, then of its short text, and then the ends of all its texts alike.
    public func line(for content: FeedContent) -> String {
        guard !content.text.isEmpty || traits.contains(.composesIdle) else { return idle }
        let hadText = !content.text.isEmpty
        var content = content
        fitZones(of: &content)
        if !fits(content) { content.details.fields = content.details.fields.map(\.withoutLists) }
        for parts in Self.parts where !fits(content) { shorten(parts, of: &content) }
        return hadText && content.text.isEmpty && !traits.contains(.composesIdle) ? idle : composing(content, escaping).source
    }

    /// Leaves out the last zones of a menu until the line fits; those cannot be chosen there.
    private func fitZones(of content: inout FeedContent) {
        let zones = content.details.zones.prefix(Self.maximumZones)
        content.details.zones = Array(zones)
        guard !zones.isEmpty, !fits(content) else { return }
        // `low` zones fit, or none do.
        var (low, high) = (0, zones.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            content.details.zones = Array(zones.prefix(middle))
            if fits(content) { low = middle } else { high = middle }
        }
        content.details.zones = Array(zones.prefix(low))
    }

    /// The parts of a content that are shortened together, the least important first.
    ///
    /// Computed, for key paths are not sendable.
    private static var parts: [[WritableKeyPath<FeedContent, [String]>]] {
        [[\.tooltips], [\.shortTexts], [\.texts, \.details.texts]]
    }

    private func fits(_ content: FeedContent) -> Bool {
        composing(content, escaping).source.utf8.count < lineBytes
    }

    /// Cuts the parts to as many characters as fit.
    private func shorten(_ parts: [WritableKeyPath<FeedContent, [String]>], of content: inout FeedContent) {
        let whole = content
        func cut(to limit: Int) -> FeedContent {
            var result = whole
            for part in parts {
                result[keyPath: part] = whole[keyPath: part].map { text in
                    text.count <= limit ? text : limit == 0 ? "" : String(text.prefix(limit)) + "…"
                }
            }
            return result
        }
        var (low, high) = (0, parts.flatMap { whole[keyPath: $0].map(\.count) }.max() ?? 0)
        // What fits is shorter than what does not: `low` characters fit, or are none.
        while low + 1 < high {
            let middle = (low + high) / 2
            if fits(cut(to: middle)) { low = middle } else { high = middle }
        }
        content = cut(to: low)
    }
}

extension FeedContent {
    fileprivate var tooltips: [String] {
        get { [tooltip] }
        set { tooltip = newValue.first ?? "" }
    }

    fileprivate var shortTexts: [String] {
        get { [shortText] }
        set { shortText = newValue.first ?? "" }
    }

    fileprivate var texts: [String] {
        get { [text] }
        set { text = newValue.first ?? "" }
    }
}

extension FeedField {
    /// The field with nothing in place of its lists, which have no bounds.
    fileprivate var withoutLists: FeedField {
        switch value {
        case .list: FeedField(name, .nothing, isTag: isTag)
        case .object(let fields): FeedField(name, .object(fields.map(\.withoutLists)), isTag: isTag)
        default: self
        }
    }
}

extension FeedDetails {
    /// The texts of the fields, one behind the other; paths and ids, of which a part is worth nothing, are not among them.
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
    /// Every format, in the order in which they are listed.
    public static let all: [FeedFormat] = [
        .waybar, .i3bar, .i3blocks, .i3blocksPlain, .i3statusRust, .polybar, .lemonbar, .xmobar, .yambar, .tmux, .json, .pango, .genmon,
        .argos, .conky, .zsh, .bash, .file, .plain,
    ]

    /// The format that `name` means.
    ///
    /// - Throws: ``FeedError/unknownFormat(_:)``.
    public static func named(_ name: String) throws(FeedError) -> FeedFormat {
        guard let format = all.first(where: { $0.name == name || $0.aliases.contains(name) }) else { throw .unknownFormat(name) }
        return format
    }

    /// Every name that ``named(_:)`` knows.
    public static var names: [String] { all.flatMap { [$0.name] + $0.aliases } }
}
