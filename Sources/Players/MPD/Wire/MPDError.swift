import HTTP

/// Why a daemon was not talked to with success.
enum MPDError: Error, Hashable, Sendable {
    /// No connection came about: nothing listens there, the name is not known.
    case cannotConnect(String)
    /// The daemon took longer than it may.
    case timedOut(awaiting: String)
    /// The connection broke, or the daemon ended it.
    case closed(String)
    /// What listens there is no Music Player Daemon; it began with this line.
    case notMPD(greeting: String)
    /// An answer that breaks the protocol.
    case malformed(String)
    /// More than may be kept of one line, answer or picture.
    case tooLarge(String)
    /// The daemon said no.
    case ack(MPDAck)
    /// What was asked cannot be done with what the daemon plays now; nothing was sent.
    case refused(String)
    case cancelled

    /// Whether the connection cannot be used any more: what comes next on it might belong to the question before.
    var breaksConnection: Bool {
        switch self {
        case .ack, .refused: false
        default: true
        }
    }
}

extension MPDError: CustomStringConvertible {
    /// What is wrong, on one line without a full stop.
    var description: String {
        switch self {
        case .cannotConnect(let reason), .closed(let reason), .malformed(let reason), .refused(let reason): reason
        case .timedOut(let awaited): "\(awaited) did not come in time"
        case .notMPD(let greeting):
            "what listens there is no Music Player Daemon; it begins with '\(Characters.oneLine(greeting, limit: 40))'"
        case .tooLarge(let what): "\(what) is too large"
        case .ack(let ack): "'\(Characters.oneLine(ack.message))'"
        case .cancelled: "cancelled"
        }
    }
}
