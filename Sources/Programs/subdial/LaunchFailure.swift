import SubdialEngineWire
import SubdialSystem

/// The error of a front that cannot connect to an engine.
enum LaunchFailure: Error, CustomStringConvertible {
    case place(SocketError)
    /// The file of a lock cannot be used.
    case lock(LockError)
    /// The engine's executable is not in its place.
    case missing
    /// The descriptor limit is too low for an engine.
    case tooFewDescriptors
    case notStarted(StartError)
    /// An engine was started, but ended or hung before it listened.
    case notListening(log: String?)
    /// Another front holds the start lock for too long; `by` is its process id, if known.
    case heldUp(by: Int32?)
    /// An engine runs, but does not respond.
    case silent(SilentEngine)

    /// True if a retry cannot help, because the installation or the limits of this process are wrong.
    var isFinal: Bool {
        switch self {
        case .missing, .tooFewDescriptors: true
        default: false
        }
    }

    /// The problem, its place and the remedy.
    var description: String {
        switch self {
        case .place(let error): "\(error)"
        case .lock(let error): "\(error)"
        case .missing: EngineBinary.missing
        case .tooFewDescriptors: DescriptorLimit.tooLow
        case .notStarted(let error): "\(error)"
        case .notListening(let log?): "\(EngineBinary.name) was started and does not answer; \(log) tells why"
        case .notListening(nil): "\(EngineBinary.name) was started and does not answer; run '\(EngineBinary.name) serve' to see why"
        case .heldUp(let process?): "process \(process) has begun to start an engine and does not get on; end it"
        case .heldUp(nil): "no engine listens yet; try again"
        case .silent(let engine): "\(engine)"
        }
    }
}
