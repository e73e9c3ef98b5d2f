import SubdialBasics
import SubdialHTTP

/// The reason why a conversation with a daemon failed.
enum MPDError: Error, Hashable, Sendable {
    /// No connection could be opened: nothing listens there, or the host name is unknown.
    case cannotConnect(String)
    /// The daemon exceeded a time limit.
    case timedOut(awaiting: String)
    /// The connection broke, or the daemon closed it.
    case closed(String)
    /// The server is not a Music Player Daemon; the first line that it sent.
    case notMPD(greeting: String)
    /// A response that violates the protocol.
    case malformed(String)
    /// A line, a response or a picture that exceeds its size limit.
    case tooLarge(String)
    /// The daemon rejected the command.
    case ack(MPDAck)
    /// The control is not possible in the daemon's current state; nothing was sent.
    case refused(String)
    /// The daemon has another volume than the one from which the change was calculated; nothing was sent.
    case overtaken
    case cancelled

    /// True if the connection is no longer usable: the next bytes might belong to the previous response.
    var breaksConnection: Bool {
        switch self {
        case .ack, .refused, .overtaken: false
        default: true
        }
    }
}

extension MPDError: CustomStringConvertible {
    /// The failure, on one line without a full stop.
    var description: String {
        switch self {
        case .cannotConnect(let reason), .closed(let reason), .malformed(let reason), .refused(let reason): reason
        case .timedOut(let awaited): "\(awaited) did not come in time"
        case .notMPD(let greeting):
            "what listens there is no Music Player Daemon; it begins with '\(greeting.oneLine(limit: 40))'"
        case .tooLarge(let what): "\(what) is too large"
        case .ack(let ack): "'\(ack.message.oneLine())'"
        case .overtaken: "the volume was changed meanwhile"
        case .cancelled: "cancelled"
        }
    }
}
