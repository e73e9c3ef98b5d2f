import SubdialBasics
import SubdialHTTP
import SubdialPlayback

extension SourceError {
    /// Converts a failure of the daemon at `address`.
    ///
    /// - Parameter isControl: True if the command was a control, false if it was a query.
    init(_ error: MPDError, address: MPDAddress, isControl: Bool = false) {
        switch error {
        case .cancelled: self = .cancelled
        case .refused(let reason): self = .refused(reason)
        case .overtaken: self = .overtaken(address.name)
        case .cannotConnect, .timedOut, .closed: self = .unreachable(address: address.text, reason: "\(error)")
        case .notMPD, .malformed, .tooLarge: self = .badAnswer(address: address.text, reason: "\(error)")
        case .ack(let ack) where ack.code == .password:
            self = .refused("\(address) does not accept this password; write the right one as in \(address.withPlaceOfPassword)")
        case .ack(let ack) where ack.code == .permission:
            let command = ack.command.isEmpty ? "this" : "'\(ack.command.oneLine(limit: 30))'"
            if isControl {
                self = .locked(address.text)
            } else if address.hasPassword {
                self = .refused("\(address) does not allow \(command) with this password; write another one, or allow it in its settings")
            } else {
                self = .refused("\(address) asks for a password; write it as in \(address.withPlaceOfPassword)")
            }
        case .ack:
            self = .refused("\(address) refuses this: \(error)")
        }
    }
}
