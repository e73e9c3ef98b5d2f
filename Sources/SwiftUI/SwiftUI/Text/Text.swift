public import Foundation
public import SubdialLayout

/// Lines of text, of runs with their own attributes.
nonisolated public struct Text: View, Equatable, Sendable {
    indirect enum Storage: Equatable, Sendable {
        case verbatim(String)
        case key(LocalizedStringKey, table: String?, bundle: Bundle?)
        case resource(LocalizedStringResource)
        case attributed(AttributedString)
        case image(Image)
        case formatted(FormattedValue)
        case live(LiveText)
        case joined(Text, Text)
    }

    let storage: Storage
    /// The changes of the whole text, the innermost first.
    private(set) var changes: [TextChange] = []

    init(_ storage: Storage) { self.storage = storage }

    init(_ value: FormattedValue) { storage = .formatted(value) }

    public init(verbatim content: String) { storage = .verbatim(content) }

    @_disfavoredOverload public init<S: StringProtocol>(_ content: S) { storage = .verbatim(String(content)) }

    public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil) {
        storage = .key(key, table: tableName, bundle: bundle)
    }

    @_disfavoredOverload public init(_ resource: LocalizedStringResource) { storage = .resource(resource) }

    @_disfavoredOverload public init(_ attributedContent: AttributedString) { storage = .attributed(attributedContent) }

    public init(_ image: Image) { storage = .image(image) }

    public init(_ date: Date, style: DateStyle) { storage = .live(.date(date, style)) }

    public init(_ dates: ClosedRange<Date>) { storage = .live(.interval(DateInterval(start: dates.lowerBound, end: dates.upperBound))) }

    public init(_ interval: DateInterval) { storage = .live(.interval(interval)) }

    public init(timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true) {
        storage = .live(.timer(timerInterval, pauseTime: pauseTime, countsDown: countsDown, showsHours: showsHours))
    }

    public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == String {
        storage = .formatted(FormattedValue(input, format: format))
    }

    public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == AttributedString {
        storage = .formatted(FormattedValue(input, format: format))
    }

    public init<Subject: _FormattableSubject>(_ subject: Subject, formatter: Formatter) {
        storage = .formatted(FormattedValue(subject, formatter))
    }

    public init<Subject: NSObject>(_ subject: Subject, formatter: Formatter) { storage = .formatted(FormattedValue(subject, formatter)) }

    public static func + (lhs: Text, rhs: Text) -> Text { Text(.joined(lhs, rhs)) }

    /// The text with a change of all of it.
    func changed(_ change: TextChange) -> Text {
        var text = self
        text.changes.append(change)
        return text
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("Text")
        return [inner.node(.text(view.content(in: inner)))]
    }

    /// The text with its runs.
    package func content(in context: _ViewContext) -> TextContent {
        var resolver = TextResolver(context.environment, context)
        resolver.add(self)
        return resolver.content(of: self)
    }

    /// The words without attributes, for names and screen readers.
    package func string(in environment: EnvironmentValues) -> String {
        if case .verbatim(let words) = storage { return words }
        var resolver = TextResolver(environment, nil)
        resolver.add(self)
        return resolver.string
    }

    /// The words of a localized key with their attributes.
    static func attributed(
        _ pieces: LocalizedPieces, _ table: StringTable, in environment: EnvironmentValues, fallback: LocalizedPieces? = nil
    ) -> AttributedString {
        let format = pieces.expanded(table, environment.locale, fallback: fallback)
        let values = { (slot: ExpandedFormat.Slot) in pieces.arguments[slot.index].string(slot.specifier, in: environment) }
        return Markdown.inline(format.text).reduce(into: AttributedString()) { result, part in
            result += part.attributed(words: format.string(of: part.text, values))
        }
    }
}

extension Text {
    /// The way in which a date is written.
    public struct DateStyle: Equatable, Codable, Sendable {
        enum Kind: String, Codable, Sendable { case time, date, relative, offset, timer }

        let kind: Kind

        public static let time = DateStyle(kind: .time)
        public static let date = DateStyle(kind: .date)
        public static let relative = DateStyle(kind: .relative)
        public static let offset = DateStyle(kind: .offset)
        public static let timer = DateStyle(kind: .timer)
    }

    /// The case of all letters.
    public enum Case: Hashable, Sendable { case uppercase, lowercase }

    /// The position of the ellipsis.
    public enum TruncationMode: Hashable, Sendable {
        case head, tail, middle

        init(_ truncation: TextContent.Truncation) {
            self =
                switch truncation {
                case .head: .head
                case .middle: .middle
                case .tail: .tail
                }
        }

        var truncation: TextContent.Truncation {
            switch self {
            case .head: .head
            case .middle: .middle
            case .tail: .tail
            }
        }
    }

    /// The size of a text beside others.
    public struct Scale: Hashable, Sendable {
        private let name: String

        public static let `default` = Scale(name: "default")
        /// Warns in a picture: its size is not published.
        public static let secondary = Scale(name: "secondary")
    }

    /// A line under or through a text.
    public struct LineStyle: Hashable, Sendable {
        /// The pattern of a line.
        public struct Pattern: Hashable, Sendable {
            let pattern: TextRun.LinePattern

            public static let solid = Pattern(pattern: .solid)
            public static let dot = Pattern(pattern: .dot)
            public static let dash = Pattern(pattern: .dash)
            public static let dashDot = Pattern(pattern: .dashDot)
            public static let dashDotDot = Pattern(pattern: .dashDotDot)
        }

        public static let single = LineStyle()

        private let pattern: Pattern
        private let color: Color?

        public init(pattern: Pattern = .solid, color: Color? = nil) { (self.pattern, self.color) = (pattern, color) }

        func line(in environment: EnvironmentValues) -> TextRun.Line {
            TextRun.Line(pattern.pattern, color: color?.name(in: environment))
        }
    }
}

/// The alignment of the lines of a text.
public enum TextAlignment: Hashable, CaseIterable, Sendable {
    case leading, center, trailing

    var horizontal: SubdialLayout.HorizontalAlignment {
        switch self {
        case .leading: .leading
        case .center: .center
        case .trailing: .trailing
        }
    }
}
