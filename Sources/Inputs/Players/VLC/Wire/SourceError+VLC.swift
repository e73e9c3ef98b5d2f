import SubdialHTTP
import SubdialPlayback

extension SourceError {
    /// Converts a failure of the VLC at `address`.
    init(_ error: VLCError, address: VLCAddress) {
        let start = "start VLC with: vlc --extraintf http --http-password PASSWORD"
        switch error {
        case .http(.cancelled):
            self = .cancelled
        case .http(.badURL(let reason)):
            self = .badAddress(address.text, reason: reason)
        case .http(let error):
            switch error {
            case .noLibrary:
                self = .noLibrary("\(error)")
            case .bodyTooLarge, .headersTooLarge, .notHTTP, .badRedirect:
                self = .badAnswer(address: address.text, reason: "\(error)")
            case .refused:
                self = .unreachable(address: address.text, reason: "\(error); VLC listens only where it was asked to, so \(start)")
            default:
                self = .unreachable(address: address.text, reason: "\(error)")
            }
        case .login where address.hasPassword:
            self = .refused(
                "\(address) does not accept this password; write the right one as in \(address.withPlaceOfPassword), or \(start)")
        case .login:
            self = .refused("\(address) asks for its password; write it as in \(address.withPlaceOfPassword), and \(start)")
        case .status(let status) where status == 403 || status == 404:
            self = .badAnswer(
                address: address.text, reason: "status \(status); a VLC that was given no password tells nothing, so \(start)")
        case .status(let status):
            self = .badAnswer(address: address.text, reason: "status \(status) where VLC tells what it plays")
        case .malformed(let reason):
            self = .badAnswer(address: address.text, reason: reason)
        case .refused(let reason):
            self = .refused(reason)
        case .overtaken:
            self = .overtaken(address.name)
        }
    }
}
