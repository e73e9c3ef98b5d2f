/// Why a simulator could not run.
public enum SimulatorError: Error, Equatable, CustomStringConvertible {
    /// The port is taken, or not ours to take.
    case cannotListen(port: Int, reason: String)

    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .cannotListen(let port, let reason):
            "cannot listen on 127.0.0.1:\(port): \(reason); choose another port, or 0 for any free one"
        }
    }
}
