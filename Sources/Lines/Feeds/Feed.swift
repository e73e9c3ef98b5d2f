import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialKinds
import SubdialTimeline

/// Composes the lines of one feed from the entries of a subject.
///
/// It stores the state that a line depends on besides the entry: the previous line, and the start of the marquee. It reads no clock.
package struct Feed: Sendable {
    /// The options of the lines.
    private let options: FeedOptions
    /// The last line that the bar received; nil before the first line.
    package private(set) var lastLine: String?
    /// The text of the last line, without the syntax of the format; empty if nothing is shown.
    package private(set) var lastText = ""
    /// True if the last line is a fault, which a change of the configuration may remove.
    package private(set) var isFaulty = false
    /// The first error of an expression in the last line.
    ///
    /// The expression evaluates to an empty text.
    package private(set) var problem: FeedError?

    /// The data for the line besides the entry.
    package var surroundings = FeedSurroundings()
    /// The date at which the content of the last line changes without a new entry.
    private var nextChange: Date?
    private var marquee: Marquee?
    private var marqueeClock = MarqueeClock()

    /// Creates a feed.
    ///
    /// - Parameter lastLine: The line that the bar already shows, if this feed continues another one; it is not written again.
    package init(_ options: FeedOptions, lastLine: String? = nil) {
        self.options = options
        self.lastLine = lastLine
    }

    /// The feed after the wall clock was set: its marquee starts again, because its dates are those of the earlier clock.
    package var restarted: Feed {
        var feed = Feed(options, lastLine: lastLine)
        feed.surroundings = surroundings
        return feed
    }

    /// Returns the line that shows `entry` at `now`, without its final newline; nil if the bar already shows it.
    ///
    /// It is shorter than ``FeedFormat/maximumLineBytes``. It contains newlines only if its format has ``FeedFormat/Traits/severalLines``.
    package mutating func line(for entry: Entry, at now: Date) -> String? {
        var composer = FeedComposer(entry: entry, now: now, options: options, surroundings: surroundings)
        marqueeClock.follow(composer.subject, at: now)
        var content = composer.content()
        problem = composer.problem
        nextChange = composer.nextChange
        if options.marquee, let width = options.width, !content.text.isEmpty {
            let moving = marquee.flatMap { $0.text == content.text ? $0 : nil } ?? Marquee(content.text, width: width)
            content.text = moving.frame(at: marqueeClock.seconds(at: now))
            marquee = moving
        } else {
            marquee = nil
        }
        lastText = content.text
        isFaulty = composer.isFaulty
        let line = options.format.line(for: content)
        guard line != lastLine else { return nil }
        lastLine = line
        return line
    }

    /// Returns the date at which the line of the same entry changes; nil if it does not change.
    package func nextWake(after now: Date) -> Date? {
        guard let marquee, let started = marqueeClock.started, let next = marquee.nextStep(after: marqueeClock.seconds(at: now)) else {
            return nextChange
        }
        let step = started.addingTimeInterval(next)
        return nextChange.map { min($0, step) } ?? step
    }
}

/// The data for a line besides its entry.
package struct FeedSurroundings: Hashable, Sendable {
    /// The path of a cover picture on disk; nil if there is none yet.
    package var artPath: String?
    /// The zones for a menu, for formats with ``FeedFormat/Traits/zones``.
    package var zones: [FeedZone]

    /// Creates surroundings; by default without a picture and without zones.
    package init(artPath: String? = nil, zones: [FeedZone] = []) {
        self.artPath = artPath
        self.zones = zones
    }
}

/// The seconds that a text has scrolled in a marquee: from zero for each subject, and only while it scrolls.
struct MarqueeClock: Hashable, Sendable {
    private var key: [String] = []
    /// The date from which the seconds count; nil while they stand still.
    private(set) var started: Date?
    private var frozen = 0.0

    mutating func follow(_ subject: some LineSubject, at now: Date) {
        let key = subject.marqueeKey
        if key != self.key {
            frozen = 0
            started = nil
            self.key = key
        }
        if subject.isMoving, started == nil {
            started = now.addingTimeInterval(-frozen)
        } else if !subject.isMoving, started != nil {
            frozen = seconds(at: now)
            started = nil
        }
    }

    fileprivate func seconds(at now: Date) -> Double {
        started.map { max(0, now.timeIntervalSince($0)) } ?? frozen
    }
}

/// Composes the content of a line from an entry at a date.
struct FeedComposer {
    /// The width of the short text in columns.
    private static let shortWidth = 20
    /// The steps of a kind that fail while a source is unreachable, or answers something else for a time.
    private static let passingSteps = ["source", "document"]

    private let entry: Entry
    let now: Date
    private let options: FeedOptions
    private let surroundings: FeedSurroundings
    fileprivate let subject: any LineSubject
    private var scope: FeedScope
    private(set) var problem: FeedError?
    fileprivate private(set) var isFaulty = false
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

    fileprivate mutating func content() -> FeedContent {
        let state = subject.state
        defer { updateDetails(in: state) }
        let (text, short) = options.isShown(state) ? texts(in: state) : ("", "")
        if text.isEmpty, let fault = fault(in: state) {
            isFaulty = true
            return fault.content(columns: options.width, details: subject.details(percentage: 0, artPath: nil))
        }
        guard !text.isEmpty || options.format.traits.contains(.composesIdle) else { return FeedContent() }
        let percentage = state.showsContent ? percentage : 0
        var details = subject.details(percentage: percentage, artPath: state.showsContent ? surroundings.artPath : nil)
        details.zones = surroundings.zones
        return FeedContent(
            text: text, shortText: short, tooltip: tooltip(in: state), status: subject.status, alt: alt,
            classes: classes, percentage: percentage, details: details, actions: options.actions)
    }

    /// The fault for which a text is empty; nil if it is empty on purpose, or because nothing is known.
    ///
    /// A text can use a name that no entry has, and a kind can have an error that the next answer of its source does not remove.
    private func fault(in state: FeedState) -> FeedFault? {
        guard options.showsFaults else { return nil }
        if let template = options.template(in: state), options.isShown(state) {
            return FeedSettings.warnings(of: [template], entry.schema).first.map { FeedFault("\(options.option(in: state)), \($0)") }
        }
        guard state == .offline, entry.nowPlaying == nil, let problem = entry.problem, !Self.passingSteps.contains(problem.step) else {
            return nil
        }
        return FeedFault(problem.message)
    }

    /// Records the next changes of the values that the format shows besides texts.
    private func updateDetails(in state: FeedState) {
        guard options.isShown(state) || options.format.traits.contains(.composesIdle) else { return }
        if options.format.traits.contains(.seconds) { changes.record(subject.nextSecond) }
        if options.format.traits.contains(.percentage) || options.progressClass { changes.record(subject.nextPercent) }
    }

    /// Returns the text in full width and the short text.
    ///
    /// With a marquee, the text is not truncated here.
    private mutating func texts(in state: FeedState) -> (text: String, short: String) {
        let width = options.marquee ? FeedOptions.maximumWidth : options.width ?? FeedOptions.maximumWidth
        guard let template = options.template(in: state) else {
            return (finished(dynamic(columns: width)), finished(dynamic(columns: min(width, Self.shortWidth))))
        }
        if template.variables.contains(where: { $0.name == "dynamic" }) {
            // The rest of the template gets its width first.
            scope.dynamic = ""
            let rest = evaluate(template, option: options.option(in: state)).cleaned().displayWidth
            scope.dynamic = dynamic(columns: max(1, width - rest))
        }
        let text = finished(evaluate(template, option: options.option(in: state)))
        guard text.contains(where: { !$0.isWhitespace }) else { return ("", "") }
        return (Self.fitted(text, columns: width), Self.fitted(text, columns: min(width, Self.shortWidth)))
    }

    /// Returns the text, truncated to exactly `columns` if it is wider.
    ///
    /// Spaces that fill the line are outside of isolates: within one they would be shown at its other end.
    private static func fitted(_ text: String, columns: Int) -> String {
        let isolated = text.truncated(columns: columns).closingIsolates
        return text.displayWidth > columns ? isolated.padded(columns: columns) : isolated
    }

    /// True if the texts of a source keep their order beside each other, whatever their directions are; a marquee cuts a text anywhere.
    private var isolates: Bool { options.format.traits.contains(.isolates) && !options.marquee }

    private func finished(_ text: String) -> String { text.cleaned(keepingIsolates: isolates) }

    private func dynamic(columns: Int) -> String {
        subject.text(columns: columns, isWide: options.width != nil && !options.marquee)
    }

    private mutating func tooltip(in state: FeedState) -> String {
        let lines =
            if let template = options.tooltip {
                evaluate(template, option: "tooltip").cleaned(keepingLines: true, keepingIsolates: isolates).trimmed()
                    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            } else {
                subject.tooltip(in: options.timeZones).map { $0.cleaned().trimmed() }.filter { !$0.isEmpty }
            }
        return lines.map { $0.truncated(columns: FeedOptions.maximumWidth).closingIsolates }.joined(separator: "\n")
    }

    /// The value of the `alt` option; nil without one, or if it is empty.
    private var alt: String? {
        mutating get {
            guard let template = options.alt else { return nil }
            let text = evaluate(template, option: "alt").cleaned().trimmed().truncated(columns: FeedOptions.maximumWidth)
            return text.isEmpty ? nil : text
        }
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
                    let value = try expression.evaluate(in: scope).text(scope.dialect)
                    text += isolates ? value.isolated : value
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
