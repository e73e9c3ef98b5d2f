/// The place of a value in an order: numbers, then texts, then dates; any other value is last, whatever the direction.
package enum SortKey: Comparable, Sendable {
    case number(Double)
    case text(String)
    case date(Double)
    case none

    /// The key of a value.
    package init(_ value: Value) {
        switch value {
        case .string(let text): self = .text(text)
        case .date(let date): self = .date(date.timeIntervalSince1970)
        case .bool(let truth): self = .number(truth ? 1 : 0)
        default: self = value.number.flatMap { $0.isNaN ? nil : .number($0) } ?? .none
        }
    }

    /// The values in the order of their keys; equal keys keep their order, and values without a key are last.
    package static func sorted(_ keyed: [(key: SortKey, value: Value)], descending: Bool = false) -> [Value] {
        keyed.enumerated().sorted { left, right in
            let (first, second) = (left.element.key, right.element.key)
            if first == second { return left.offset < right.offset }
            if first == .none || second == .none { return second == .none }
            return (first < second) != descending
        }.map(\.element.value)
    }
}
