import FoundationEssentials
import SubdialBasics
import SubdialExpressions

/// The means of a number in the equal steps of a time that ends now, such as those of the 60 minutes of an hour.
package struct FieldHistory: Hashable, Sendable, Codable {
    /// The number of steps of the whole time.
    package static let count = 60

    /// The values of one step.
    private struct Step: Hashable, Sendable, Codable {
        var sum = 0.0
        var count = 0
    }

    /// The seconds of the whole time.
    let length: Double
    /// The steps with values by their numbers since 1970.
    private var steps: [Int: Step] = [:]
    /// The number of the current step.
    private var current = 0

    /// Makes an empty history.
    ///
    /// - Parameter length: The seconds of the whole time.
    init(over length: Double) { self.length = length }

    /// Records a value at a date; steps that are too old, or later than the date, are removed.
    ///
    /// - Parameter value: The value; nil for an unknown one, which leaves a gap.
    mutating func record(_ value: Double?, at date: Date) {
        current = Int(saturating: (date.timeIntervalSince1970 / length * Double(Self.count)).rounded(.down))
        steps = steps.filter { $0.key > current - Self.count && $0.key <= current && $0.value.count > 0 }
        guard let value, value.isFinite else { return }
        steps[current, default: Step()].sum += value
        steps[current, default: Step()].count += 1
    }

    /// The means from the oldest step with a value to the current step; missing where a step has none.
    var values: [Value] {
        guard let first = steps.keys.min() else { return [] }
        return (first...max(first, current)).map { number in
            guard let step = steps[number] else { return Value.missing }
            return .double(step.sum / Double(step.count))
        }
    }

    /// True if another history has values of other steps.
    package func hasOtherSteps(than other: FieldHistory?) -> Bool { steps.keys != other?.steps.keys }
}
