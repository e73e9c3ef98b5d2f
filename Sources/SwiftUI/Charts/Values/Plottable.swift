public import Foundation

/// A value that can be a position, a length or a category of a chart.
public protocol Plottable {
    /// The number, date or text that is drawn.
    associatedtype PrimitivePlottable: PrimitivePlottableProtocol

    /// The value as a number, a date or a text.
    var primitivePlottable: PrimitivePlottable { get }

    /// Creates a value from a number, a date or a text of an axis.
    init?(primitivePlottable: PrimitivePlottable)
}

/// A number, a date or a text.
public protocol PrimitivePlottableProtocol: Plottable where PrimitivePlottable == Self {
    /// The value for the scales.
    var _plotted: _PlottedValue { get }

    /// The value that a position of a scale stands for; nil if it has another type.
    static func _value(of plotted: _PlottedValue) -> Self?
}

extension PrimitivePlottableProtocol {
    public var primitivePlottable: Self { self }

    public init?(primitivePlottable: Self) { self = primitivePlottable }
}

extension Plottable where Self: RawRepresentable, RawValue: PrimitivePlottableProtocol {
    public var primitivePlottable: RawValue { rawValue }

    public init?(primitivePlottable: RawValue) { self.init(rawValue: primitivePlottable) }
}

/// A value as the scales of a chart have it.
public enum _PlottedValue: Hashable, Sendable {
    case number(Double)
    case date(Date)
    case category(String)

    /// The number, or the seconds of a date; nil for a category, and for a number that has no place.
    var quantity: Double? {
        switch self {
        case .number(let number): number.isFinite ? number : nil
        case .date(let date): date.timeIntervalSinceReferenceDate.isFinite ? date.timeIntervalSinceReferenceDate : nil
        case .category: nil
        }
    }

    /// The words of a category, and those that tell numbers and dates apart.
    var name: String {
        switch self {
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? String(format: "%.0f", number) : "\(number)"
        case .date(let date): date.formatted(.iso8601)
        case .category(let name): name
        }
    }
}

extension Date: PrimitivePlottableProtocol {
    public var _plotted: _PlottedValue { .date(self) }

    public static func _value(of plotted: _PlottedValue) -> Date? { if case .date(let date) = plotted { date } else { nil } }
}

extension String: PrimitivePlottableProtocol {
    public var _plotted: _PlottedValue { .category(self) }

    public static func _value(of plotted: _PlottedValue) -> String? { if case .category(let name) = plotted { name } else { nil } }
}

extension Decimal: PrimitivePlottableProtocol {
    public var _plotted: _PlottedValue { .number(NSDecimalNumber(decimal: self).doubleValue) }

    public static func _value(of plotted: _PlottedValue) -> Decimal? {
        if case .number(let number) = plotted, number.isFinite { Decimal(number) } else { nil }
    }
}

extension PrimitivePlottableProtocol where Self: BinaryFloatingPoint {
    public var _plotted: _PlottedValue { .number(Double(self)) }

    public static func _value(of plotted: _PlottedValue) -> Self? { if case .number(let number) = plotted { Self(number) } else { nil } }
}

extension PrimitivePlottableProtocol where Self: BinaryInteger {
    public var _plotted: _PlottedValue { .number(Double(self)) }

    /// The integer at a position; nil between two integers.
    public static func _value(of plotted: _PlottedValue) -> Self? {
        if case .number(let number) = plotted { Self(exactly: number) } else { nil }
    }
}

extension Double: PrimitivePlottableProtocol {}
extension Float: PrimitivePlottableProtocol {}
extension CGFloat: PrimitivePlottableProtocol {}
extension Int: PrimitivePlottableProtocol {}
extension Int8: PrimitivePlottableProtocol {}
extension Int16: PrimitivePlottableProtocol {}
extension Int32: PrimitivePlottableProtocol {}
extension Int64: PrimitivePlottableProtocol {}
extension UInt: PrimitivePlottableProtocol {}
extension UInt8: PrimitivePlottableProtocol {}
extension UInt16: PrimitivePlottableProtocol {}
extension UInt32: PrimitivePlottableProtocol {}
extension UInt64: PrimitivePlottableProtocol {}

extension Plottable {
    /// The value for the scales.
    var plotted: _PlottedValue { primitivePlottable._plotted }
}
