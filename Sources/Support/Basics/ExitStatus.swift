/// The exit codes, after sysexits(3).
package enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    /// A check found differences.
    case differences = 1
    case wrongUsage = 64
    case badData = 65
    /// A specified file does not exist.
    case missingInput = 66
    /// A source is unreachable, or the zone does not exist.
    case unavailable = 69
    case cannotWrite = 74
    /// A rule, a limit or a missing capability of the zone prevents the action.
    case refused = 77
}

/// An error that knows the exit code of a command that it ends.
///
/// Its description is the command's message: the problem, its place and the remedy, on one line.
package protocol ExitCoded: Error, CustomStringConvertible {
    /// The exit code.
    var exitStatus: ExitStatus { get }
}
