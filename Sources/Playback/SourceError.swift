/// Why a source did not do what it was asked.
public enum SourceError: Error, Hashable, Sendable {
    /// No answer: nothing listens there, the name is not known, the time ran out, the connection broke.
    case unreachable(address: String, reason: String)
    /// An answer that is not what such a source says.
    case badAnswer(address: String, reason: String)
    /// The address cannot be one.
    case badAddress(String, reason: String)
    /// The source is fine, but has no such zone. `known` are the names of those it has.
    case zoneMissing(String, known: [String])
    /// The source, or the zone, does not do this.
    case refused(String)
    /// The source wants a login that this program does not have.
    case locked(String)
    case cancelled

    /// Whether another try may end better without anyone doing anything.
    public var isPassing: Bool {
        switch self {
        case .unreachable, .badAnswer, .zoneMissing: true
        case .badAddress, .refused, .locked, .cancelled: false
        }
    }
}

extension SourceError: CustomStringConvertible {
    /// What is wrong and what to do about it, on one line without a full stop.
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
        case .refused(let reason): reason
        case .locked(let address): "controls are locked on \(address); allow them in its settings"
        case .cancelled: "cancelled"
        }
    }
}
