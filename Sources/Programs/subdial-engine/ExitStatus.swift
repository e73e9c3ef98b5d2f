import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialLibrary
import SubdialMQTT
import SubdialMatches
import SubdialMixers
import SubdialPlayback
import SubdialServe
import SubdialSnapshots
import SubdialSystem
import SubdialTimeline
import SubdialWidgets

/// The exit codes, after sysexits(3).
enum ExitStatus: Int32, CaseIterable {
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
struct CommandFailure: Error {
    let status: ExitStatus
    /// The problem, its place and the remedy, on one line.
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension CommandFailure {
    /// The failure for an error of any stage.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as SourceError:
            switch error {
            case .badAddress: self.init(.wrongUsage, error.description)
            case .refused, .locked: self.init(.refused, error.description)
            case .zoneMissing(let name, let known):
                let meant = Suggestion.nearest(to: name, among: known.filter { $0 != name })
                self.init(.unavailable, meant.map { "there is no zone '\(name)'; did you mean '\($0)'?" } ?? error.description)
            case .unreachable, .away, .badAnswer, .noLibrary, .overtaken, .cancelled: self.init(.unavailable, error.description)
            }
        case let error as ConfigurationError:
            switch error {
            case .missing: self.init(.missingInput, error.description)
            case .file: self.init(.badData, error.description)
            case .wrong: self.init(.wrongUsage, error.description)
            }
        case let error as FeedError:
            if case .template = error { self.init(.badData, error.description) } else { self.init(.wrongUsage, error.description) }
        case let error as SnapshotError:
            switch error {
            case .missing: self.init(.missingInput, error.description)
            case .unknownID: self.init(.wrongUsage, error.description)
            case .suite, .pictures, .glyphs, .fonts, .report: self.init(.badData, error.description)
            }
        case let error as SyncConfigurationError: self.init(.badData, error.description)
        case let error as ControlRequestError: self.init(.wrongUsage, error.description)
        case let error as WidgetError: self.init(error)
        case let error as WriteError: self.init(.cannotWrite, error.description)
        case let error as ActivityFolderError:
            if case .busy = error { self.init(.wrongUsage, error.description) } else { self.init(.cannotWrite, error.description) }
        case let error as ActivityError: self.init(.badData, error.description)
        case let error as ServeError:
            switch error.status {
            case .badRequest, .methodNotAllowed, .contentTooLarge, .unsupportedMediaType: self.init(.wrongUsage, error.description)
            case .unauthorized, .forbidden, .insufficientStorage: self.init(.refused, error.description)
            case .notFound: self.init(.missingInput, error.description)
            case .failed, .unavailable: self.init(.unavailable, error.description)
            }
        case let error as MirrorError:
            switch error {
            case .address, .name: self.init(.wrongUsage, error.description)
            case .token: self.init(.missingInput, error.description)
            case .unreachable, .stale: self.init(.unavailable, error.description)
            case .refused, .busy, .tooLarge: self.init(.refused, error.description)
            case .context, .path, .file: self.init(.badData, error.description)
            case .write: self.init(.cannotWrite, error.description)
            }
        case let error as EntryError: self.init(.badData, error.description)
        case let error as PulseError:
            if case .refused = error { self.init(.refused, error.description) } else { self.init(.unavailable, error.description) }
        case let error as SQLiteError: self.init(error.code == SQLiteError.noLibrary ? .unavailable : .badData, error.description)
        case let error as MQTTError:
            switch error {
            case .noAddress, .address, .topic: self.init(.wrongUsage, error.description)
            case .file: self.init(.missingInput, error.description)
            case .login, .refused: self.init(.refused, error.description)
            default: self.init(.unavailable, error.description)
            }
        case let error as MQTTLoginError: self.init(.missingInput, error.description)
        case let error as ConsoleError:
            switch error {
            case .noAddress, .address: self.init(.wrongUsage, error.description)
            case .unreachable: self.init(.unavailable, error.description)
            case .full, .busy: self.init(.refused, error.description)
            case .message, .file: self.init(.badData, error.description)
            case .write, .unwritable: self.init(.cannotWrite, error.description)
            }
        case let error as MatchStoreError:
            switch error {
            case .noMatch: self.init(.missingInput, error.description)
            case .match(.setting): self.init(.wrongUsage, error.description)
            case .underWay, .busy, .match: self.init(.refused, error.description)
            case .file: self.init(.badData, error.description)
            case .write: self.init(.cannotWrite, error.description)
            }
        case let error as KindFileError: self.init(.badData, error.description)
        case let error as KindError:
            switch error.step {
            case .parameters: self.init(.wrongUsage, error.description)
            case .source where error.isUnreachable, .action where error.isUnreachable: self.init(.unavailable, error.description)
            case .source, .document, .accept, .data, .timeline, .fields, .action: self.init(.badData, error.description)
            }
        default: self.init(.badData, "\(error)")
        }
    }

    private init(_ error: WidgetError) {
        switch error {
        case .unknown, .noPlace, .noStack, .noPresentation, .size, .noOutlines: self.init(.wrongUsage, error.description)
        case .missingFile: self.init(.missingInput, error.description)
        case .fonts(.unusable): self.init(.badData, error.description)
        case .fonts: self.init(.unavailable, error.description)
        case .otherKind, .resource, .template, .drawing, .image, .tooLarge: self.init(.badData, error.description)
        case .ink(.tooLarge): self.init(.refused, error.description)
        case .ink: self.init(.wrongUsage, error.description)
        }
    }
}
