/// The exit codes of the front itself; the engine sends all others.
enum ExitCode {
    static let done: Int32 = 0
    /// The arguments are too long for a request.
    static let usage: Int32 = 64
    /// No engine was found, or none responds.
    static let unavailable: Int32 = 69
    /// Stdout cannot be written.
    static let cannotWrite: Int32 = 74
}
