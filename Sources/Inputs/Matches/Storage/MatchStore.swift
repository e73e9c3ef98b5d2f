import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialSystem

/// The error of a match that cannot be read, changed or stored.
package enum MatchStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no running match.
    case noMatch
    /// A match is already under way.
    case underWay(String)
    /// There is no file at the path.
    case missing(String)
    /// Another command holds the lock for too long.
    case busy(String)
    /// The rules, or the ranges of the settings, forbid the action.
    case match(MatchError)
    /// A file is invalid; it was not changed.
    case file(path: String, reason: String)
    /// A file cannot be written.
    case write(WriteError)

    /// The problem, its place and the remedy, in one line.
    package var description: String {
        switch self {
        case .noMatch: "there is no match: 'subdial match new HOME AWAY' makes one"
        case .underWay(let line): "a match is under way (\(line)): 'subdial match end' ends it, '--replace' drops it"
        case .missing(let path): "\(path): there is no such file"
        case .busy(let path): "\(path): another 'subdial match' holds the match"
        case .match(let error): error.description
        case .file(let path, let reason): "\(path): \(reason)"
        case .write(let error): error.description
        }
    }
}

/// The running match on disk, and the file of completed matches.
///
/// A change is durable before a command reports it. A pending change of the second file is recorded in the first, and the next command
/// completes it after a kill.
package struct MatchStore: Sendable {
    /// The path of the running match's file.
    package var path: String { matchFile.path }
    /// The path of the file of completed matches, in RefWatch's format.
    package var completedPath: String { completedFile.path }
    private let matchFile: PrivateFile
    let completedFile: PrivateFile
    let scheduledFile: PrivateFile
    /// True if that path was specified explicitly.
    private let isNamed: Bool

    /// The maximum size of a file, in bytes.
    private static let maximumBytes = 16 << 20

    /// Makes the store of a user.
    ///
    /// - Parameter completed: The path of the file of completed matches; nil for the user's own.
    package init(in folders: UserFolders, completed: String? = nil) {
        matchFile = Self.file(in: folders.state)
        completedFile = completed.map { PrivateFile($0) } ?? Self.completedFile(in: folders.state)
        scheduledFile = Self.scheduleFile(in: folders.state)
        isNamed = completed != nil
    }

    /// The running match's file, in the state folder of its user.
    package static func file(in state: PrivateFolder) -> PrivateFile { state.file("match.json") }

    /// The user's own file of completed matches.
    package static func completedFile(in state: PrivateFolder) -> PrivateFile { state.file("completed_matches.json") }

    /// The previous match's file.
    private var previousFile: PrivateFile { matchFile.appending(".previous") }

    // MARK: Reading

    /// The running match; nil if there is none.
    package func file() throws(MatchStoreError) -> MatchFile? {
        guard let bytes = try bytes(of: matchFile) else { return nil }
        do {
            return try MatchFile(bytes: bytes)
        } catch {
            throw .file(path: path, reason: "\(error.description); 'subdial match new --replace' puts another in its place")
        }
    }

    /// The completed matches, with the pending change of a killed command applied.
    package func completed() throws(MatchStoreError) -> MatchListFile {
        var completed = try completedList()
        if let file = try? file(), let pending = file.pending, pendingFile(of: file) == completedFile {
            completed.apply(pending, to: file.match)
        }
        return completed
    }

    /// The file of completed matches as it is on disk.
    func completedList() throws(MatchStoreError) -> MatchListFile { try list(in: completedFile) }

    func list(in file: PrivateFile) throws(MatchStoreError) -> MatchListFile {
        do {
            return try MatchListFile(try bytes(of: file) ?? [])
        } catch let error as MatchStoreError {
            throw error
        } catch {
            let remedy = file.path == scheduledFile.path ? "repair it or remove it" : "repair it or name another with --completed"
            throw .file(path: file.path, reason: "\(error); it is left as it is: \(remedy)")
        }
    }

    func bytes(of file: PrivateFile) throws(MatchStoreError) -> [UInt8]? {
        do throws(ReadError) {
            return try file.bytes(limit: Self.maximumBytes)
        } catch {
            switch error {
            case .missing: return nil
            case .unreadable(let reason), .wrongKind(let reason): throw .file(path: file.path, reason: "it cannot be read: \(reason)")
            case .tooLong(let limit): throw .file(path: file.path, reason: "it is longer than \(limit >> 20) MiB")
            }
        }
    }

    // MARK: Changing

    /// Stores a new match in place of a completed one, or of none; the previous match is kept for `undo`.
    ///
    /// - Parameter replacing: True to discard a match that is under way, or an invalid file.
    package func start(_ settings: MatchSettings, replacing: Bool) throws(MatchStoreError) -> MatchFile {
        try locked { () throws(MatchStoreError) in
            let match = try match(settings)
            if var file = replacing ? try? self.file() : try self.file() {
                // A completed match is written to its file before another replaces it.
                try complete(&file)
                guard replacing || file.match.state.phase == .ended else { throw .underWay(file.match.line(at: file.clock.now(.now))) }
            }
            if let before = replacing ? try? bytes(of: matchFile) : try bytes(of: matchFile) { try write(before, to: previousFile) }
            let file = MatchFile(match, clock: MatchClock(.now))
            try write(file)
            return file
        }
    }

    /// Starts the running match again, before its kick-off and with the same settings; the log so far is kept for `undo`.
    ///
    /// A match that has ended stays among the completed ones, and the new one gets an id of its own.
    package func reset() throws(MatchStoreError) -> MatchFile {
        try locked { () throws(MatchStoreError) in
            guard var file = try file() else { throw .noMatch }
            try complete(&file)
            guard !file.match.records.isEmpty else { return file }
            let match = try match(file.match.settings, id: file.match.state.phase == .ended ? UUID() : file.match.id)
            try write(try bytes(of: matchFile) ?? [], to: previousFile)
            let new = MatchFile(match, clock: MatchClock(.now))
            try write(new)
            return new
        }
    }

    private func match(_ settings: MatchSettings, id: UUID = UUID()) throws(MatchStoreError) -> Match {
        do throws(MatchError) {
            return try Match(settings, id: id)
        } catch {
            throw .match(error)
        }
    }

    /// Applies an action to the running match.
    ///
    /// - Throws: ``MatchStoreError`` if the match refuses the action, or cannot be stored; the match is then unchanged. The end of a match
    ///   is an exception: it stays, and the next command adds the match to the file of completed matches.
    package func apply(_ action: MatchAction) throws(MatchStoreError) -> MatchFile { try apply { _ in action } }

    /// Applies the action of a click: starts the next period, stops the clock, or restarts it.
    package func toggle() throws(MatchStoreError) -> MatchFile {
        try apply { phase in
            switch phase {
            case .playing: .pause
            case .paused: .resume
            case .scheduled, .interval, .shootout, .ended: .start(first: nil)
            }
        }
    }

    private func apply(_ action: (MatchPhase) -> MatchAction) throws(MatchStoreError) -> MatchFile {
        try change { (file, reading) throws(MatchError) in
            try file.match.apply(action(file.match.state.phase), at: file.clock.now(reading), wallDate: reading.wall)
            file.clock.renew(reading)
            if file.match.state.phase == .ended { (file.pending, file.completedPath) = (.append, completedPath) }
        }
    }

    /// Reverts the last action; a match without actions is removed, and the previous one is restored.
    ///
    /// - Returns: The match after that; nil if there is none.
    package func undo() throws(MatchStoreError) -> MatchFile? {
        var isEmpty = false
        let file = try change { (file, reading) throws(MatchError) in
            isEmpty = file.match.records.isEmpty
            guard !isEmpty else { return }
            let hadEnded = file.match.state.phase == .ended
            try file.match.undo()
            file.clock.renew(reading)
            if hadEnded { file.pending = .remove }
        } otherwise: { (file) throws(MatchStoreError) in
            guard isEmpty else { return false }
            guard rename(previousFile.path, path) == 0 || unlink(path) == 0 || errno == ENOENT else {
                throw .file(path: path, reason: "it cannot be removed: \(SystemError.last)")
            }
            return true
        }
        return isEmpty ? try self.file() : file
    }

    /// Changes the match while no other command can.
    ///
    /// - Parameters:
    ///   - body: The change, with the current reading of the machine's clocks.
    ///   - otherwise: Replaces writing the match; returns false to write it.
    private func change(
        _ body: (inout MatchFile, ClockReading) throws(MatchError) -> Void,
        otherwise: (MatchFile) throws(MatchStoreError) -> Bool = { (_) throws(MatchStoreError) in false }
    ) throws(MatchStoreError) -> MatchFile {
        try locked { () throws(MatchStoreError) in
            guard var file = try file() else { throw .noMatch }
            // Completes the pending work of a killed command; a failure here blocks no other change.
            try? complete(&file)
            let pending = file.pending
            do throws(MatchError) {
                try body(&file, .now)
            } catch {
                throw .match(error)
            }
            if try otherwise(file) { return file }
            try write(file)
            if file.pending == pending { try? complete(&file) } else { try complete(&file) }
            return file
        }
    }

    /// Runs `body` while no other command can change the match.
    func locked<Result>(_ body: () throws(MatchStoreError) -> Result) throws(MatchStoreError) -> Result {
        let lock = try lock()
        do {
            let result = try body()
            _ = consume lock
            return result
        } catch {
            _ = consume lock
            throw error
        }
    }

    /// The file that a pending change is for: the specified file, or else the one from the match's end.
    private func pendingFile(of file: MatchFile) -> PrivateFile {
        guard !isNamed || file.pending != .append, let path = file.completedPath, path != completedPath else { return completedFile }
        return PrivateFile(path)
    }

    /// Completes the pending change of the file of completed matches.
    private func complete(_ file: inout MatchFile) throws(MatchStoreError) {
        guard let pending = file.pending else { return }
        let target = pendingFile(of: file)
        var completed = try list(in: target)
        completed.apply(pending, to: file.match)
        try write(completed.bytes, to: target)
        (file.pending, file.completedPath) = (nil, pending == .append ? target.path : nil)
        try write(file)
    }

    private func write(_ file: MatchFile) throws(MatchStoreError) {
        do {
            try write(try file.bytes(), to: matchFile)
        } catch let error as MatchStoreError {
            throw error
        } catch {
            throw .file(path: path, reason: "\(error)")
        }
    }

    func write(_ bytes: [UInt8], to file: PrivateFile) throws(MatchStoreError) {
        do {
            try file.write(bytes, isDurable: true)
        } catch {
            throw .write(error)
        }
    }

    /// Waits for the lock of the match, at most five seconds.
    private func lock() throws(MatchStoreError) -> FileLock {
        do throws(LockError) {
            if let lock = try matchFile.appending(".lock").lock(waiting: 5) { return lock }
        } catch {
            throw .write(WriteError(path: path, reason: "\(error)"))
        }
        throw .busy(path)
    }
}

extension MatchStoreError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch self {
        case .noMatch, .missing: .missingInput
        case .match(.setting): .wrongUsage
        case .underWay, .busy, .match: .refused
        case .file: .badData
        case .write: .cannotWrite
        }
    }
}
