/// The reason why a request to a source failed.
public enum SourceError: Error, Hashable, Sendable {
    /// No response: nothing listens there, the host name is unknown, the request timed out, or the connection broke.
    case unreachable(address: String, reason: String)
    /// An invalid response.
    case badAnswer(address: String, reason: String)
    /// An invalid address.
    case badAddress(String, reason: String)
    /// The source responds, but has no such zone; `known` contains the names of its zones.
    case zoneMissing(String, known: [String])
    /// The source or the zone does not support this.
    case refused(String)
    /// The source requires a login that Subdial does not have.
    case locked(String)
    /// A library that the source needs cannot be loaded.
    case noLibrary(String)
    case cancelled

    /// True if a retry may succeed without the user's intervention.
    public var isPassing: Bool {
        switch self {
        case .unreachable, .badAnswer, .zoneMissing: true
        case .badAddress, .refused, .locked, .noLibrary, .cancelled: false
        }
    }
}

extension SourceError: CustomStringConvertible {
    /// The problem and its remedy, on one line without a full stop.
    public var description: String {
        switch self {
        case .unreachable(let address, let reason):
            "cannot reach \(address): \(reason); is it running, and is the address right?"
        case .badAnswer(let address, let reason):
            "\(address) answered what cannot be used: \(reason)"
        case .badAddress(let address, let reason):
            "'\(address)' is not an address to use: \(reason)"
        case .zoneMissing(let zone, let known):
            known.isEmpty
                ? "there is no zone '\(zone)', nor any other"
                : "there is no zone '\(zone)'; there are \(known.map { "'\($0)'" }.joined(separator: ", "))"
        case .refused(let reason), .noLibrary(let reason): reason
        case .locked(let address): "controls are locked on \(address); allow them in its settings"
        case .cancelled: "cancelled"
        }
    }
}
