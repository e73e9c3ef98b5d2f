/// The codes that the front itself ends with; the engine tells all others.
enum ExitCode {
    static let done: Int32 = 0
    /// The arguments are too long to be handed over.
    static let usage: Int32 = 64
    /// No engine is found, or none answers.
    static let unavailable: Int32 = 69
    /// Stdout cannot be written.
    static let cannotWrite: Int32 = 74
}
