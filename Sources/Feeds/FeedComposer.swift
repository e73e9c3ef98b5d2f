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
    let surroundings: FeedSurroundings
    private var scope: FeedScope
    private(set) var problem: FeedError?
    private let changes = NextChange()

    init(entry: Entry, now: Date, options: FeedOptions, surroundings: FeedSurroundings = FeedSurroundings()) {
        // What a locked zone plays is nobody's business.
        self.entry = entry.disclosed
        self.now = now
        self.options = options
        self.surroundings = surroundings
        var base = EntryScope(entry, at: now)
        base.timeZones = options.timeZones
        scope = FeedScope(base: base, icons: options.icons, artPath: surroundings.artPath, changes: changes)
    }

    /// When the content will be another by itself; nil where it will not.
    var nextChange: Date? { changes.date }

    mutating func content() -> FeedContent {
        let state = FeedState(entry)
        defer { noteDetails(in: state) }
        let (text, short) = options.isShown(state) ? texts(in: state) : ("", "")
        guard !text.isEmpty || options.format.traits.contains(.composesIdle) else { return FeedContent() }
        return FeedContent(
            text: text, shortText: short, tooltip: tooltip(in: state),
            status: state.showsTrack ? entry.status.mprisName.lowercased() : "stopped",
            classes: classes(in: state), percentage: state.showsTrack ? percentage : 0, details: details(in: state),
            actions: options.actions)
    }

    /// Notes when what a format shows beside texts is another.
    private func noteDetails(in state: FeedState) {
        guard options.isShown(state) || options.format.traits.contains(.composesIdle) else { return }
        if options.format.traits.contains(.seconds) { changes.note(entry.nextSecond(after: now)) }
        if options.format.traits.contains(.percentage) || options.progressClass { changes.note(entry.nextProgress(after: now, steps: 100)) }
    }

    private func details(in state: FeedState) -> FeedDetails {
        var details = FeedDetails()
        if state.showsTrack, let track = entry.track {
            (details.title, details.artist, details.album) = (part(track.title), part(track.artist), part(track.album))
            details.elapsed = entry.elapsed(at: now).map { Int(saturating: min($0, entry.length(at: now) ?? $0)) }
            details.length = entry.length(at: now).map { Int(saturating: $0) }
            details.artPath = surroundings.artPath
        }
        details.zone = part(entry.zone?.name ?? "")
        details.zoneID = entry.zone?.id.cleaned() ?? ""
        details.source = part(entry.zone?.source ?? "")
        details.volume = entry.volume
        details.connection = entry.connection.rawValue
        details.zones = surroundings.zones
        return details
    }

    private func part(_ text: String) -> String {
        text.cleaned().trimmed().truncated(columns: FeedOptions.maximumWidth)
    }

    /// The text as wide as it may be, and the one for little room.
    ///
    /// A marquee cuts the text itself.
    private mutating func texts(in state: FeedState) -> (text: String, short: String) {
        let width = options.marquee ? FeedOptions.maximumWidth : options.width ?? FeedOptions.maximumWidth
        guard let template = options.template(in: state) else {
            return (dynamic(columns: width), dynamic(columns: min(width, Self.shortWidth)))
        }
        if template.variables.contains(where: { $0.name == "dynamic" }) {
            // What stands around it has its room first.
            scope.dynamic = ""
            let rest = evaluate(template, option: options.option(in: state)).cleaned().displayWidth
            scope.dynamic = dynamic(columns: max(1, width - rest))
        }
        let text = evaluate(template, option: options.option(in: state)).cleaned()
        guard text.contains(where: { !$0.isWhitespace }) else { return ("", "") }
        return (text.truncated(columns: width), text.truncated(columns: min(width, Self.shortWidth)))
    }

    private func dynamic(columns: Int) -> String {
        Fitting.line(for: entry.track ?? Track(title: ""), columns: columns, albumToo: options.width != nil && !options.marquee)
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
        if options.progressClass { classes.append("p\(percentage)") }
        return classes
    }

    private var percentage: Int {
        // 0.29 times 100 is 28.999999999999996.
        entry.progress(at: now).map { min(Int(saturating: $0 * 100 + 1e-6), 100) } ?? 0
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
                    text += try expression.evaluate(in: scope).text(scope.dialect)
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
