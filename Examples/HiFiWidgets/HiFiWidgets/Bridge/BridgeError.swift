import Foundation

/// Why the bridge did not do what it was asked for.
enum BridgeError: Error, Equatable {
    /// The bridge answers, but the zone is gone.
    case zoneNotFound
    /// The bridge refused a command, with its own words.
    case refused(String)
    /// No bridge answers at the address.
    case unreachable
    /// Something else than a bridge answers.
    case notABridge
}

extension BridgeError: CustomLocalizedStringResourceConvertible {
    var localizedStringResource: LocalizedStringResource {
        switch self {
        case .zoneNotFound: "The room is not available."
        case .refused(let reason): "The bridge refused: \(reason)"
        case .unreachable: "The bridge is not reachable. Check its address and your network."
        case .notABridge: "No bridge answers at this address. Check it in the app."
        }
    }
}
