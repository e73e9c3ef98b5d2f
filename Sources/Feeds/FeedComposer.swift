import Expressions
import FoundationEssentials
import Playback
import Timeline

/// Makes a line's content of an entry at a moment.
struct FeedComposer {
    /// Columns of what stands where there is little room.
    private static let shortWidth = 20

    let entry: Entry
    let now: Date
    let options: FeedOptions
    private let scope: CleanScope
    private(set) var problem: FeedError?

    init(entry: Entry, now: Date, options: FeedOptions) {
        self.entry = entry
        self.now = now
        self.options = options
        scope = CleanScope(base: EntryScope(entry, at: now))
    }

    mutating func content() -> FeedContent {
        let state = FeedState(entry)
        guard options.isShown(state) else { return FeedContent() }
        let (text, short) = texts(in: state)
        guard !text.isEmpty else { return FeedContent() }
        return FeedContent(
            text: text, shortText: short, tooltip: tooltip(in: state), status: entry.status.mprisName.lowercased(),
            classes: classes(in: state), percentage: percentage)
    }

    /// The text as wide as it may be, and the one for little room.
    ///
    /// A marquee cuts the text itself.
    private mutating func texts(in state: FeedState) -> (text: String, short: String) {
        let width = options.marquee ? FeedOptions.maximumWidth : options.width ?? FeedOptions.maximumWidth
        guard let template = options.template(in: state) else {
            let track = entry.track ?? Track(title: "")
            return (Fitting.line(for: track, columns: width), Fitting.line(for: track, columns: min(width, Self.shortWidth)))
        }
        let text = evaluate(template, option: options.option(in: state)).cleaned()
        guard text.contains(where: { !$0.isWhitespace }) else { return ("", "") }
        return (text.truncated(columns: width), text.truncated(columns: min(width, Self.shortWidth)))
    }

    private mutating func tooltip(in state: FeedState) -> String {
        let lines =
            if let template = options.tooltip {
                evaluate(template, option: "tooltip").cleaned(keepingLines: true).trimmed()
                    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            } else {
                defaultTooltip(in: state).map { $0.cleaned().trimmed() }.filter { !$0.isEmpty }
            }
        return lines.map { $0.truncated(columns: FeedOptions.maximumWidth) }.joined(separator: "\n")
    }

    /// Constant for as long as a track lasts: a tooltip whose text changes closes under the pointer.
    private func defaultTooltip(in state: FeedState) -> [String] {
        let zone = entry.zone?.name ?? ""
        switch state {
        case .offline: return [zone.isEmpty ? "Not reachable" : "\(zone) is not reachable"]
        case .zoneMissing: return [zone.isEmpty ? "Zone not available" : "\(zone) is not available"]
        case .stopped: return [zone]
        case .playing, .paused, .loading:
            let length = entry.length(at: now).map { Value.duration($0).text } ?? ""
            return [entry.track?.title ?? "", entry.track?.artist ?? "", entry.track?.album ?? "", zone, length]
        }
    }

    private func classes(in state: FeedState) -> [String] {
        var classes = [state.rawValue]
        if let source = entry.zone?.source?.styleName, !source.isEmpty { classes.append(source) }
        if entry.connection == .stale { classes.append("stale") }
        if entry.volume?.isMuted == true { classes.append("muted") }
        return classes
    }

    private var percentage: Int {
        // 0.29 times 100 is 28.999999999999996.
        entry.progress(at: now).map { min(Int($0 * 100 + 1e-6), 100) } ?? 0
    }

    /// The template's text.
    ///
    /// An expression that cannot be calculated prints as nothing: one radio station without a length must not end a feed.
    private mutating func evaluate(_ template: TextTemplate, option: String) -> String {
        var text = ""
        for segment in template.segments {
            switch segment {
            case .literal(let literal): text += literal
            case .expression(let expression, let offset):
                do {
                    text += try expression.evaluate(in: scope).text
                } catch {
                    problem = problem ?? .template(option: option, ExpressionError(error.reason, at: offset + error.offset))
                }
            }
        }
        return text
    }
}

extension String {
    /// The text as a name that style sheets can use: small letters, digits and hyphens.
    fileprivate var styleName: String {
        String(lowercased().prefix(32).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }
}
