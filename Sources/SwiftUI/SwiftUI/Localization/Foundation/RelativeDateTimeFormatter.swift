// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import Foundation

/// A formatter of the distance between two dates: `2 hours ago`.
open class RelativeDateTimeFormatter: Formatter, @unchecked Sendable {
    /// Whether words such as `yesterday` are used.
    public enum DateTimeStyle: Int, Sendable { case numeric, named }

    /// The length of the words.
    public enum UnitsStyle: Int, Sendable { case full, spellOut, short, abbreviated }

    open var dateTimeStyle = DateTimeStyle.numeric
    open var unitsStyle = UnitsStyle.full
    open var formattingContext = Formatter.Context.unknown
    open var calendar: Calendar! = .current
    open var locale: Locale! = ._ofBody

    public override init() { super.init() }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
        let width: Date.RelativeFormatStyle.UnitsStyle =
            switch unitsStyle {
            case .full: .wide
            case .spellOut: .spellOut
            case .short: .abbreviated
            case .abbreviated: .narrow
            }
        let style = Date.AnchoredRelativeFormatStyle(
            anchor: date, presentation: dateTimeStyle == .named ? .named : .numeric, unitsStyle: width, locale: locale ?? .current,
            calendar: calendar ?? .current)
        return style.format(referenceDate)
    }

    open func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
        let reference = Date(timeIntervalSinceReferenceDate: 0)
        return localizedString(for: reference.addingTimeInterval(timeInterval), relativeTo: reference)
    }

    open func localizedString(from dateComponents: DateComponents) -> String {
        let reference = Date(timeIntervalSinceReferenceDate: 0)
        let calendar: Calendar = calendar ?? .current
        return localizedString(for: calendar.date(byAdding: dateComponents, to: reference) ?? reference, relativeTo: reference)
    }

    open override func string(for obj: Any?) -> String? { (obj as? Date).map { localizedString(for: $0, relativeTo: Date()) } }
}

/// A formatter of lists: `one, two and three`.
open class ListFormatter: Formatter, @unchecked Sendable {
    open var locale: Locale! = ._ofBody
    open var itemFormatter: Formatter?

    public override init() { super.init() }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open func string(from items: [Any]) -> String? {
        items.map { itemFormatter?.string(for: $0) ?? "\($0)" }.formatted(.list(type: .and).locale(locale ?? .current))
    }

    open class func localizedString(byJoining strings: [String]) -> String { strings.formatted(.list(type: .and).locale(._ofBody)) }

    open override func string(for obj: Any?) -> String? { (obj as? [Any]).flatMap { string(from: $0) } }
}
