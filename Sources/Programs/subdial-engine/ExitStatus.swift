import SubdialBasics
import SubdialSystem

extension ExitStatus {
    /// The description in the manual.
    var meaning: String {
        switch self {
        case .done: "Success."
        case .differences: "A check found differences."
        case .wrongUsage: "Wrong usage."
        case .badData: "Invalid data: a template, an entry, the configuration, an expression."
        case .missingInput: "A file is missing."
        case .unavailable: "A source is unreachable, or the zone does not exist."
        case .cannotWrite: "A write failed."
        case .refused: "Refused: by a rule, by a limit, or because the zone does not support the action."
        }
    }
}

/// An error that ends a command with a message and an exit code.
struct CommandFailure: ExitCoded {
    let exitStatus: ExitStatus
    /// The problem, its place and the remedy, on one line.
    let message: String
    var description: String { message }

    init(_ status: ExitStatus, _ message: String) {
        exitStatus = status
        self.message = message
    }

    /// The failure for an error of any stage: one without an exit code of its own is about data.
    init(_ error: any Error) {
        self.init((error as? any ExitCoded)?.exitStatus ?? .badData, "\(error)")
    }
}

extension WriteError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { .cannotWrite }
}
