public import Foundation

/// The key of a localized text, with the values that stand in it.
///
/// The text is looked up when it is drawn, in the language of `\.locale`; its Markdown applies after that.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
    let pieces: LocalizedPieces

    public init(_ value: String) { pieces = LocalizedPieces(value) }

    public init(stringLiteral value: String) { pieces = LocalizedPieces(value) }

    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// Builds a key from a literal with values.
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces = LocalizedPieces()

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { pieces.append(literal: literal) }

        public mutating func appendInterpolation(_ string: String) { pieces.append(.string(string)) }

        public mutating func appendInterpolation<Subject: _FormattableSubject>(_ subject: Subject, formatter: Formatter? = nil) {
            pieces.append(.text(Text(FormattedValue(subject, formatter))))
        }

        public mutating func appendInterpolation<Subject: NSObject>(_ subject: Subject, formatter: Formatter? = nil) {
            pieces.append(.text(Text(FormattedValue(subject, formatter))))
        }

        public mutating func appendInterpolation<F: FormatStyle>(
            _ input: F.FormatInput, format: F
        ) where F.FormatInput: Equatable, F.FormatOutput == String {
            pieces.append(.text(Text(input, format: format)))
        }

        public mutating func appendInterpolation<F: FormatStyle>(
            _ input: F.FormatInput, format: F
        ) where F.FormatInput: Equatable, F.FormatOutput == AttributedString {
            pieces.append(.text(Text(input, format: format)))
        }

        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) { pieces.append(value) }

        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T, specifier: String) {
            pieces.append(value, specifier: specifier)
        }

        public mutating func appendInterpolation(_ text: Text) { pieces.append(.text(text)) }

        public mutating func appendInterpolation(_ attributedString: AttributedString) { pieces.append(.text(Text(attributedString))) }

        public mutating func appendInterpolation(_ image: Image) { pieces.append(.text(Text(image))) }

        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) { pieces.append(.text(Text(date, style: style))) }

        public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { pieces.append(.text(Text(dates))) }

        public mutating func appendInterpolation(_ interval: DateInterval) { pieces.append(.text(Text(interval))) }

        public mutating func appendInterpolation(
            timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
        ) {
            pieces.append(.text(Text(timerInterval: timerInterval, pauseTime: pauseTime, countsDown: countsDown, showsHours: showsHours)))
        }

        public mutating func appendInterpolation(_ resource: LocalizedStringResource) { pieces.append(.text(Text(resource))) }

        public mutating func appendInterpolation<V, F: DiscreteFormatStyle>(
            _ source: TimeDataSource<V>, format: F
        ) where V == F.FormatInput, F.FormatOutput == AttributedString { pieces.append(.text(Text(source, format: format))) }

        public mutating func appendInterpolation<V, F: DiscreteFormatStyle>(
            _ source: TimeDataSource<V>, format: F
        ) where V == F.FormatInput, F.FormatOutput == String { pieces.append(.text(Text(source, format: format))) }
    }
}
