import SubdialBasics
import SubdialDocuments
import SubdialPlayback

/// A field of a response: a value, null, or missing.
///
/// Null is information ("there is no cover"). A field that is missing or has the wrong type contains no information.
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
    /// Returns a number, rounded to remove the noise of a 32-bit float behind the fifth decimal.
    func number(_ key: String) -> WireField<Double> { WireField(self[key]) { $0.number?.withoutFloatNoise } }
    func truth(_ key: String) -> WireField<Bool> { WireField(self[key]) { $0.bool } }
}
