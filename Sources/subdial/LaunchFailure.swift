import EngineWire

/// Why there is no engine to talk to.
enum LaunchFailure: Error, CustomStringConvertible {
    case place(SocketError)
    /// The engine's executable is not where it belongs.
    case missing
    /// An engine may not open as many files as it needs.
    case tooFewDescriptors
    case notStarted(StartError)
    /// An engine was started, and ends or hangs before it listens.
    case notListening(log: String?)
    /// Another front, `by` its process where that is known, is starting an engine and does not get on.
    case heldUp(by: Int32?)
    /// An engine runs, and accepts nobody.
    case silent(SilentEngine)

    /// Whether waiting does not help: what is missing is this program's own.
    var isFinal: Bool {
        switch self {
        case .missing, .tooFewDescriptors: true
        default: false
        }
    }

    /// What is wrong, where, and what to do.
    var description: String {
        switch self {
        case .place(let error): "\(error)"
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
