import Expressions
import Timeline

/// How someone wants a feed's lines.
///
/// Templates are parsed here, once.
public struct FeedOptions: Sendable {
    /// Columns that no line exceeds: a title of thousands of characters makes a whole bar vanish.
    public static let maximumWidth = 200
    /// Columns of a marquee for which no width is given.
    public static let marqueeWidth = 40

    /// What reads the lines.
    public let format: FeedFormat
    /// What a line says of a track; nil for artist and title, the less important cut first.
    public let text: TextTemplate?
    /// What the tooltip says; nil for title, artist, album, zone and length, a line each.
    public let tooltip: TextTemplate?
    /// What a line says in a state instead.
    public let stateTexts: [FeedState: TextTemplate]
    /// In display columns; nil for as many as it takes, up to ``maximumWidth``.
    public let width: Int?
    /// Whether text that is wider than `width` moves through it.
    public let marquee: Bool

    /// Makes options, parsing every template.
    ///
    /// - Parameters:
    ///   - format: A format's name.
    ///   - text: Shown while a track plays, is paused, or loads.
    ///   - stateTexts: Templates by a state's name (``FeedState``). An empty one hides the module in that state; without one, `stopped`,
    ///     `offline` and `zone-missing` hide it. `loading` goes with `playing`, and `zone-missing` with `offline`, unless given.
    ///   - width: 1 to ``maximumWidth``.
    /// - Throws: What is wrong with which of them.
    public init(
        format: String = "plain", text: String? = nil, tooltip: String? = nil, stateTexts: [String: String] = [:], width: Int? = nil,
        marquee: Bool = false
    ) throws(FeedError) {
        if let width, !(1...Self.maximumWidth).contains(width) { throw .width(width) }
        self.format = try FeedFormat.named(format)
        self.text = try Self.parse(text, option: "text")
        self.tooltip = try Self.parse(tooltip, option: "tooltip")
        var parsed: [FeedState: TextTemplate] = [:]
        for (name, source) in stateTexts.sorted(by: { $0.key < $1.key }) {
            guard let state = FeedState(rawValue: name) else { throw .unknownState(name) }
            parsed[state] = try Self.parse(source, option: "text-\(name)")
        }
        self.stateTexts = parsed
        self.width = width ?? (marquee ? Self.marqueeWidth : nil)
        self.marquee = marquee
    }

    private static func parse(_ source: String?, option: String) throws(FeedError) -> TextTemplate? {
        guard let source else { return nil }
        do {
            return try TextTemplate(source)
        } catch {
            throw .template(option: option, error)
        }
    }

    /// The template that makes the text in `state`; nil where the default serves.
    func template(in state: FeedState) -> TextTemplate? {
        stateTexts[state] ?? state.alike.flatMap { stateTexts[$0] } ?? (state.showsTrack ? text : nil)
    }

    /// What the template in `state` was given as.
    func option(in state: FeedState) -> String {
        let given = stateTexts[state] != nil ? state : state.alike.flatMap { stateTexts[$0] != nil ? $0 : nil }
        return given.map { "text-\($0.rawValue)" } ?? "text"
    }

    /// Whether anything is shown in `state`.
    func isShown(_ state: FeedState) -> Bool {
        state.showsTrack || template(in: state) != nil
    }

    /// What of a line changes by itself in `state`.
    func liveness(in state: FeedState) -> Liveness {
        guard isShown(state) else { return .still }
        var liveness = Liveness(progressSteps: format.tellsPercentage ? 100 : 0)
        for name in [template(in: state), tooltip].compactMap({ $0 }).flatMap(\.variables).map(\.name) {
            switch name {
            case "elapsed", "remaining", "position": liveness.showsSeconds = true
            // Percents, and the halves at which rounding goes up.
            case "progress": liveness.progressSteps = 200
            case "age": liveness.showsAge = true
            default: break
            }
        }
        return liveness
    }

    /// Names in the templates that no entry has, with what was probably meant: they print as nothing.
    public var warnings: [String] {
        let known = Set(EntryScope.feedNames + EntryScope.templateNames)
        let templates = [text, tooltip].compactMap { $0 } + stateTexts.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        return templates.flatMap(\.variables).map(\.name).filter { !known.contains($0) && !$0.contains(":") }
            .map { "nothing is called '\($0)'\(Suggestion.hint(for: $0, among: EntryScope.feedNames))" }
    }
}
