import SubdialBasics
import SubdialSystem

/// The reason why the sound server is unavailable or rejects a change.
package enum PulseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libpulse cannot be loaded, with the message of the loader.
    case noLibrary(reason: String)
    /// There is no server, or the connection to it is closed.
    case unreachable(reason: String)
    /// The server rejects the change, with its own message.
    case refused(reason: String)

    /// The problem and its remedy, on one line.
    package var description: String {
        switch self {
        case .noLibrary(let reason): "libpulse cannot be loaded (\(reason))\(SystemPackage.pulse.remedy)"
        case .unreachable(let reason): "the sound server cannot be reached (PulseAudio, or PipeWire with pipewire-pulse): \(reason)"
        case .refused(let reason): "the sound server refuses: \(reason)"
        }
    }
}

extension PulseError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        if case .refused = self { .refused } else { .unavailable }
    }
}
