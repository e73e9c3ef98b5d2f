/// The reason why a simulator could not run.
package enum SimulatorError: Error, Equatable, CustomStringConvertible {
    /// The port is in use, or the process lacks the permission to use it.
    case cannotListen(port: Int, reason: String)

    /// The problem and its remedy, on one line.
    package var description: String {
        switch self {
        case .cannotListen(let port, let reason):
            "cannot listen on 127.0.0.1:\(port): \(reason); choose another port, or 0 for any free one"
        }
    }
}
