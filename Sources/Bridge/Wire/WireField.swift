import JSON
import Playback

/// One field of an answer: there, null, or not to be had.
///
/// A null is a statement ("there is no cover"). A field that is missing, or of another type than it should be, says nothing.
enum WireField<Value> {
    case value(Value)
    case null
    case silent

    var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    var isSilent: Bool {
        if case .silent = self { true } else { false }
    }

    fileprivate init(_ json: JSONValue?, _ read: (JSONValue) -> Value?) {
        switch json {
        case nil: self = .silent
        case .null: self = .null
        case let json?: self = read(json).map { .value($0) } ?? .silent
        }
    }
}

extension WireField: Sendable where Value: Sendable {}
extension WireField: Equatable where Value: Equatable {}

extension JSONValue {
    func text(_ key: String) -> WireField<String> { WireField(self[key]) { $0.string } }
    /// Without what a 32-bit float leaves behind the fifth decimal.
    func number(_ key: String) -> WireField<Double> { WireField(self[key]) { $0.number?.withoutFloatNoise } }
    func truth(_ key: String) -> WireField<Bool> { WireField(self[key]) { $0.bool } }
}
