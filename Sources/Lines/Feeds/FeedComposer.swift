import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialTimeline

/// Composes the content of a line from an entry at a date.
struct FeedComposer {
    /// The width of the short text in columns.
    private static let shortWidth = 20

    let entry: Entry
    let now: Date
    let options: FeedOptions
    let surroundings: FeedSurroundings
    let subject: any LineSubject
    private var scope: FeedScope
    private(set) var problem: FeedError?
    private let changes = NextChange()

    init(entry: Entry, now: Date, options: FeedOptions, surroundings: FeedSurroundings = FeedSurroundings()) {
        // The playback of a locked zone is private.
        let entry = entry.disclosed
        self.entry = entry
        subject = LineSubjects.subject(of: entry, at: now)
        self.now = now
        self.options = options
        self.surroundings = surroundings
        var base = EntryScope(entry, at: now)
        base.timeZones = options.timeZones
        scope = FeedScope(base: base, icons: options.icons, artPath: surroundings.artPath, subject: subject, changes: changes)
    }

    /// The date at which the content changes without a new entry; nil if it does not change.
    var nextChange: Date? { changes.date }

    mutating func content() -> FeedContent {
        let state = subject.state
        defer { noteDetails(in: state) }
        let (text, short) = options.isShown(state) ? texts(in: state) : ("", "")
        guard !text.isEmpty || options.format.traits.contains(.composesIdle) else { return FeedContent() }
        let percentage = state.showsContent ? percentage : 0
        var details = subject.details(percentage: percentage, artPath: state.showsContent ? surroundings.artPath : nil)
        details.zones = surroundings.zones
        return FeedContent(
            text: text, shortText: short, tooltip: tooltip(in: state), status: subject.status, classes: classes,
            percentage: percentage, details: details, actions: options.actions)
    }

    /// Records the next changes of the values that the format shows besides texts.
    private func noteDetails(in state: FeedState) {
        guard options.isShown(state) || options.format.traits.contains(.composesIdle) else { return }
        if options.format.traits.contains(.seconds) { changes.note(subject.nextSecond) }
        if options.format.traits.contains(.percentage) || options.progressClass { changes.note(subject.nextPercent) }
    }

    /// Returns the text in full width and the short text.
    ///
    /// With a marquee, the text is not truncated here.
    private mutating func texts(in state: FeedState) -> (text: String, short: String) {
        let width = options.marquee ? FeedOptions.maximumWidth : options.width ?? FeedOptions.maximumWidth
        guard let template = options.template(in: state) else {
            return (dynamic(columns: width), dynamic(columns: min(width, Self.shortWidth)))
        }
        if template.variables.contains(where: { $0.name == "dynamic" }) {
            // The rest of the template gets its width first.
            scope.dynamic = ""
            let rest = evaluate(template, option: options.option(in: state)).cleaned().displayWidth
            scope.dynamic = dynamic(columns: max(1, width - rest))
        }
        let text = evaluate(template, option: options.option(in: state)).cleaned()
        guard text.contains(where: { !$0.isWhitespace }) else { return ("", "") }
        return (text.truncated(columns: width), text.truncated(columns: min(width, Self.shortWidth)))
    }

    private func dynamic(columns: Int) -> String {
        subject.text(columns: columns, isWide: options.width != nil && !options.marquee)
    }

    private mutating func tooltip(in state: FeedState) -> String {
        let lines =
            if let template = options.tooltip {
                evaluate(template, option: "tooltip").cleaned(keepingLines: true).trimmed()
                    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            } else {
                subject.tooltip.map { $0.cleaned().trimmed() }.filter { !$0.isEmpty }
            }
        return lines.map { $0.truncated(columns: FeedOptions.maximumWidth) }.joined(separator: "\n")
    }

    private var classes: [String] {
        mutating get {
            let given = options.className.map { evaluate($0, option: "class") } ?? ""
            let words = given.split { $0 == "," || $0.isWhitespace }.prefix(16).map { String($0).styleName }
            return subject.classes(words) + (options.progressClass ? ["p\(percentage)"] : [])
        }
    }

    /// The value of the `percentage` option, or by default that of the subject.
    private var percentage: Int {
        mutating get {
            guard let template = options.percentage else { return subject.percentage ?? 0 }
            guard let number = Double(evaluate(template, option: "percentage")), number.isFinite else { return 0 }
            return min(max(Int(saturating: number + 1e-6), 0), 100)
        }
    }

    /// Evaluates a template.
    ///
    /// An expression that fails evaluates to an empty text. One radio station without a length must not end a feed.
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
    /// The text as a name for style sheets: lower-case letters, digits and hyphens.
    var styleName: String {
        String(lowercased().prefix(32).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }
}
