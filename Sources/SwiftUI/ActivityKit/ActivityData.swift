import Foundation

/// What an app gives to its widget extension: attributes and a state, encoded.
///
/// The extension shows the decoded copy, which lacks what is not encoded.
struct ActivityData<Attributes: ActivityAttributes> {
    /// The most bytes that ActivityKit transfers.
    private static var limit: Int { 4096 }

    let attributes: Attributes
    let state: Attributes.ContentState

    /// Encodes and decodes attributes and a state.
    init(_ attributes: Attributes, _ state: Attributes.ContentState) throws(ActivityDataError) {
        let encodedAttributes = try Self.encode(attributes)
        let encodedState = try Self.encode(state)
        let size = encodedAttributes.count + encodedState.count
        guard size <= Self.limit else { throw .tooLarge("\(Attributes.self)", bytes: size, limit: Self.limit) }
        self.attributes = try Self.decode(Attributes.self, encodedAttributes)
        self.state = try Self.decode(Attributes.ContentState.self, encodedState)
    }

    private static func encode<Value: Encodable>(_ value: Value) throws(ActivityDataError) -> Data {
        do {
            return try JSONEncoder().encode(value)
        } catch {
            throw .notEncoded("\(Value.self)", reason: "\(error)")
        }
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ data: Data) throws(ActivityDataError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw .notDecoded("\(type)", reason: "\(error)")
        }
    }
}

/// Why attributes and a state do not reach the widget extension.
package enum ActivityDataError: Error, CustomStringConvertible {
    case tooLarge(_ type: String, bytes: Int, limit: Int)
    case notEncoded(_ type: String, reason: String)
    case notDecoded(_ type: String, reason: String)

    package var description: String {
        switch self {
        case .tooLarge(let type, let bytes, let limit):
            "\(type): attributes and state have \(bytes) bytes, and ActivityKit transfers \(limit); "
                + "store pictures and long texts elsewhere, and name them in the state"
        case .notEncoded(let type, let reason): "\(type): the value cannot be encoded: \(reason)"
        case .notDecoded(let type, let reason): "\(type): the encoded value cannot be decoded: \(reason)"
        }
    }
}
