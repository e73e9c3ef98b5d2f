import SubdialBasics

/// The reason why a request to a source failed.
public enum SourceError: Error, Hashable, Sendable {
    /// No response: nothing listens there, the host name is unknown, the request timed out, or the connection broke.
    case unreachable(address: String, reason: String)
    /// The source responds, but not the hi-fi behind it, whose name it is: its zones are away with it.
    case away(String, address: String)
    /// An invalid response.
    case badAnswer(address: String, reason: String)
    /// An invalid address.
    case badAddress(String, reason: String)
    /// The source responds, but has no such zone; `known` contains the names of its zones.
    case zoneMissing(String, known: [String])
    /// Nothing was sent, because the zone's volume was changed from elsewhere meanwhile; the zone's name.
    case overtaken(String)
    /// The source or the zone does not support this.
    case refused(String)
    /// A picture is refused, for this reason.
    case badPicture(String)
    /// The source requires a login that Subdial does not have.
    case locked(String)
    /// A library that the source needs cannot be loaded.
    case noLibrary(String)
    case cancelled

    /// True if a retry may succeed without the user's intervention.
    public var isPassing: Bool {
        switch self {
        case .unreachable, .away, .badAnswer, .zoneMissing, .overtaken: true
        case .badAddress, .badPicture, .refused, .locked, .noLibrary, .cancelled: false
        }
    }
}

extension SourceError: CustomStringConvertible {
    /// The problem and its remedy, on one line without a full stop.
    public var description: String {
        switch self {
        case .unreachable(let address, let reason):
            "cannot reach \(address): \(reason); is it running, and is the address right?"
        case .away(let name, let address):
            "\(name) is away from the bridge at \(address), which still answers; is it running?"
        case .badAnswer(let address, let reason):
            "\(address) answered what cannot be used: \(reason)"
        case .badAddress(let address, let reason):
            "'\(address)' is not an address to use: \(reason)"
        case .zoneMissing(let zone, let known):
            if known.isEmpty {
                "there is no zone '\(zone)', nor any other"
            } else if let meant = Suggestion.nearest(to: zone, among: known.filter { $0 != zone }) {
                "there is no zone '\(zone)'; did you mean '\(meant)'?"
            } else {
                "there is no zone '\(zone)'; there are \(known.map { "'\($0)'" }.joined(separator: ", "))"
            }
        case .overtaken(let zone): "the volume of '\(zone)' is being changed from elsewhere, and stays as it is; try again"
        case .refused(let reason), .noLibrary(let reason), .badPicture(let reason): reason
        case .locked(let address): "controls are locked on \(address); allow them in its settings"
        case .cancelled: "cancelled"
        }
    }
}

extension SourceError {
    /// The reason why a zone has no new data, without a remedy; nil if its freshness says the same.
    public var problem: String? {
        switch self {
        case .unreachable(let address, let reason): "\(reason) (\(address))"
        case .away(let name, let address): "\(name) is away from the bridge (\(address))"
        case .zoneMissing, .cancelled: nil
        default: description
        }
    }
}

extension SourceError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch self {
        case .badAddress: .wrongUsage
        case .refused, .locked: .refused
        case .badPicture: .badData
        case .unreachable, .away, .badAnswer, .zoneMissing, .noLibrary, .overtaken, .cancelled: .unavailable
        }
    }
}
