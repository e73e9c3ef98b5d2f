import SubdialBasics

/// The error of snapshots that cannot be drawn or compared; a difference is not an error.
package enum SnapshotError: Error, Hashable, Sendable {
    /// A specified file does not exist.
    case missing(path: String, what: String)
    /// The suite file is invalid.
    case suite(path: String, reason: String)
    /// Pictures of an entry cannot be loaded.
    case pictures([String])
    /// The fonts lack glyphs of texts.
    case glyphs([String])
    /// The installed fonts differ from a lock.
    case fonts(path: String, [String])
    /// The report of an earlier run is unusable.
    case report(path: String, reason: String)
    /// The snapshot does not exist.
    case unknownID(String, hint: String)
}

extension SnapshotError: CustomStringConvertible {
    /// The problem, its place and the remedy.
    package var description: String {
        switch self {
        case .missing(let path, let what): "\(path): there is no such \(what)"
        case .suite(let path, let reason), .report(let path, let reason): "\(path): \(reason)"
        case .pictures(let reasons): reasons.joined(separator: "; ")
        case .glyphs(let reasons):
            "\(reasons.joined(separator: "; ")); install a font that has them, or add one to the suite's folder of fonts"
        case .fonts(let path, let reasons):
            "\(path): \(reasons.joined(separator: "; ")); install the same fonts, keep copies by 'subdial snapshot fonts vendor', or lock those of here"
        case .unknownID(let id, let hint): "there is no snapshot '\(id)'\(hint)"
        }
    }
}

extension SnapshotError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch self {
        case .missing: .missingInput
        case .unknownID: .wrongUsage
        case .suite, .pictures, .glyphs, .fonts, .report: .badData
        }
    }
}
