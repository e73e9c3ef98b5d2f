/// Why the sound server cannot be asked, or does not obey.
public enum PulseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libpulse is not installed.
    case noLibrary
    /// There is no server, or it has gone.
    case unreachable(reason: String)
    /// The server refuses, in its own words.
    case refused(reason: String)

    /// The problem and the remedy, in one line.
    public var description: String {
        switch self {
        case .noLibrary: "libpulse is not installed: apt install libpulse0"
        case .unreachable(let reason): "the sound server cannot be reached (PulseAudio, or PipeWire with pipewire-pulse): \(reason)"
        case .refused(let reason): "the sound server refuses: \(reason)"
        }
    }
}
