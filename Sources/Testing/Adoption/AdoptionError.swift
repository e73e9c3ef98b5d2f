import SubdialBasics

/// A reason for which no package can be made.
package struct AdoptionError: ExitCoded, Hashable {
    package let exitStatus: ExitStatus
    /// The problem, its place and the remedy, on one line.
    package let message: String
    package var description: String { message }

    /// Makes an error.
    package init(_ status: ExitStatus, _ message: String) {
        exitStatus = status
        self.message = message
    }
}
