public import Foundation

/// A value of a mark with the name of what it measures.
public struct PlottableValue<Value: Plottable> {
    let label: Text
    let extent: PlottedExtent

    private init(_ label: Text, _ extent: PlottedExtent) { (self.label, self.extent) = (label, extent) }

    public static func value(_ labelKey: LocalizedStringKey, _ value: Value) -> PlottableValue { .value(Text(labelKey), value) }

    @_disfavoredOverload public static func value<S: StringProtocol>(_ label: S, _ value: Value) -> PlottableValue {
        .value(Text(label), value)
    }

    public static func value(_ label: Text, _ value: Value) -> PlottableValue { PlottableValue(label, PlottedExtent(value.plotted)) }

    @_disfavoredOverload public static func value(_ labelResource: LocalizedStringResource, _ value: Value) -> PlottableValue {
        .value(Text(labelResource), value)
    }
}

extension PlottableValue where Value: Comparable {
    public static func value(_ labelKey: LocalizedStringKey, _ range: Range<Value>) -> PlottableValue { .value(Text(labelKey), range) }

    @_disfavoredOverload public static func value<S: StringProtocol>(_ label: S, _ range: Range<Value>) -> PlottableValue {
        .value(Text(label), range)
    }

    public static func value(_ label: Text, _ range: Range<Value>) -> PlottableValue {
        PlottableValue(label, PlottedExtent(range.lowerBound.plotted, range.upperBound.plotted))
    }

    public static func value(_ labelKey: LocalizedStringKey, _ range: ClosedRange<Value>) -> PlottableValue {
        .value(Text(labelKey), range)
    }

    @_disfavoredOverload public static func value<S: StringProtocol>(_ label: S, _ range: ClosedRange<Value>) -> PlottableValue {
        .value(Text(label), range)
    }

    public static func value(_ label: Text, _ range: ClosedRange<Value>) -> PlottableValue {
        PlottableValue(label, PlottedExtent(range.lowerBound.plotted, range.upperBound.plotted))
    }

    public static func value(_ labelKey: LocalizedStringKey, _ bin: ChartBinRange<Value>) -> PlottableValue {
        .value(Text(labelKey), bin)
    }

    @_disfavoredOverload public static func value<S: StringProtocol>(_ label: S, _ bin: ChartBinRange<Value>) -> PlottableValue {
        .value(Text(label), bin)
    }

    public static func value(_ label: Text, _ bin: ChartBinRange<Value>) -> PlottableValue {
        PlottableValue(label, PlottedExtent(bin.lowerBound.plotted, bin.upperBound.plotted))
    }
}

extension PlottableValue where Value == Date {
    /// A date with the whole unit around it, such as a day, in a calendar; that of the environment if it is not given.
    public static func value(
        _ labelKey: LocalizedStringKey, _ date: Date, unit: Calendar.Component, calendar: Calendar = .autoupdatingCurrent
    ) -> PlottableValue { .value(Text(labelKey), date, unit: unit, calendar: calendar) }

    @_disfavoredOverload public static func value<S: StringProtocol>(
        _ label: S, _ date: Date, unit: Calendar.Component, calendar: Calendar = .autoupdatingCurrent
    ) -> PlottableValue { .value(Text(label), date, unit: unit, calendar: calendar) }

    public static func value(
        _ label: Text, _ date: Date, unit: Calendar.Component, calendar: Calendar = .autoupdatingCurrent
    ) -> PlottableValue {
        var extent = PlottedExtent(.date(date))
        extent.unit = unit
        extent.calendar = calendar == .autoupdatingCurrent ? nil : calendar
        return PlottableValue(label, extent)
    }
}

/// The range of a bin.
public struct ChartBinRange<Bound: Comparable>: Equatable {
    public let lowerBound: Bound
    public let upperBound: Bound

    init(_ lowerBound: Bound, _ upperBound: Bound) { (self.lowerBound, self.upperBound) = (lowerBound, upperBound) }

    /// True for a value in the range; the upper bound belongs to the next one.
    public func contains(_ element: Bound) -> Bool { lowerBound <= element && element < upperBound }
}

extension ChartBinRange: Hashable where Bound: Hashable {}

/// What a value covers on its scale.
struct PlottedExtent: Hashable, Sendable {
    /// The value, or the start of a range.
    var low: _PlottedValue
    /// The end of a range; nil for a value.
    var high: _PlottedValue?
    /// The unit of a date, all of which is covered.
    var unit: Calendar.Component?
    /// The calendar of the unit; nil for that of the environment.
    var calendar: Calendar?

    init(_ low: _PlottedValue, _ high: _PlottedValue? = nil) { (self.low, self.high) = (low, high) }

    /// True if it covers more than a point.
    var isRange: Bool { high != nil || unit != nil }

    /// The extent with the unit of a date replaced by its start and end in a calendar.
    func resolved(in calendar: Calendar) -> PlottedExtent {
        guard case .date(let date) = low, let unit, high == nil else { return self }
        guard date.timeIntervalSinceReferenceDate.isFinite, let interval = (self.calendar ?? calendar).dateInterval(of: unit, for: date)
        else { return self }
        var result = self
        (result.low, result.high) = (.date(interval.start), .date(interval.end))
        return result
    }
}
