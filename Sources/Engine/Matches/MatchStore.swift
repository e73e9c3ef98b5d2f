import EngineWire
import Files
import FoundationEssentials
import Glibc
import Matches

/// Why a match cannot be read, changed or kept.
public enum MatchStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no match that runs.
    case noMatch
    /// A match is under way where another is to begin.
    case underWay(String)
    /// Another command holds the match for too long.
    case busy(String)
    /// The rules, or the settings' ranges, are against it.
    case match(MatchError)
    /// A file cannot be used; nothing in it was changed.
    case file(path: String, reason: String)
    /// A file cannot be written.
    case write(WriteError)

    /// The problem, its place and the remedy, in one line.
    public var description: String {
        switch self {
        case .noMatch: "there is no match: 'subdial match new HOME AWAY' makes one"
        case .underWay(let line): "a match is under way (\(line)): 'subdial match end' ends it, '--replace' drops it"
        case .busy(let path): "\(path): another 'subdial match' holds the match"
        case .match(let error): error.description
        case .file(let path, let reason): "\(path): \(reason)"
        case .write(let error): error.description
        }
    }
}

/// The running match on disk, and the file of those that have ended.
///
/// A change is durable before a command reports it. A pending change of the second file is recorded in the first, and the next command
/// completes it after a kill.
public struct MatchStore: Sendable {
    /// The file of the running match.
    public let path: String
    /// The file of matches that have ended, in RefWatch's form.
    public let completedPath: String
    /// True where somebody has named that file.
    private let isNamed: Bool

    /// The most bytes of a file that is read.
    static let maximumBytes = 16 << 20

    /// Makes the store of a user.
    ///
    /// - Parameter completed: The file of matches that have ended; nil for the user's own.
    public init(in folders: UserFolders, completed: String? = nil) {
        path = Self.path(in: folders)
        completedPath = completed ?? folders.state + "/completed_matches.json"
        isNamed = completed != nil
    }

    /// The file of the running match.
    static func path(in folders: UserFolders) -> String { folders.state + "/match.json" }

    /// The match before the running one, as it was left.
    private var previousPath: String { path + ".previous" }

    // MARK: Reading

    /// The running match; nil where there is none.
    public func file() throws(MatchStoreError) -> MatchFile? {
        guard let bytes = try bytes(at: path) else { return nil }
        do {
            return try MatchFile(bytes: bytes)
        } catch {
            throw .file(path: path, reason: "\(error.description); 'subdial match new --replace' puts another in its place")
        }
    }

    /// The matches that have ended.
    public func completed() throws(MatchStoreError) -> CompletedMatchesFile { try completed(at: completedPath) }

    private func completed(at path: String) throws(MatchStoreError) -> CompletedMatchesFile {
        do {
            return try CompletedMatchesFile(try bytes(at: path) ?? [])
        } catch let error as MatchStoreError {
            throw error
        } catch {
            throw .file(path: path, reason: "\(error); it is left as it is: repair it or name another with --completed")
        }
    }

    private func bytes(at path: String) throws(MatchStoreError) -> [UInt8]? {
        do throws(ReadError) {
            return try InputFile.bytes(at: path, limit: Self.maximumBytes, isRegular: true)
        } catch {
            switch error {
            case .missing: return nil
            case .unreadable(let reason): throw .file(path: path, reason: "it cannot be read: \(reason)")
            case .tooLong(let limit): throw .file(path: path, reason: "it is longer than \(limit >> 20) MiB")
            }
        }
    }

    // MARK: Changing

    /// Puts a new match in place of one that has ended, or of none; what was there is kept for `undo`.
    ///
    /// - Parameter replacing: True to drop a match that is under way, or a file that cannot be read.
    public func begin(_ settings: MatchSettings, replacing: Bool) throws(MatchStoreError) -> MatchFile {
        try holding { () throws(MatchStoreError) in
            let match: Match
            do throws(MatchError) {
                match = try Match(settings)
            } catch {
                throw .match(error)
            }
            if var file = replacing ? try? self.file() : try self.file() {
                // An ended match reaches its file before another takes its place.
                try complete(&file)
                guard replacing || file.match.state.phase == .ended else { throw .underWay(file.match.line(at: file.clock.now(.now))) }
            }
            if let before = replacing ? try? bytes(at: path) : try bytes(at: path) { try write(before, to: previousPath) }
            let file = MatchFile(match, clock: MatchClock(.now))
            try write(file)
            return file
        }
    }

    /// Applies an action to the running match.
    ///
    /// - Throws: Where the match refuses it, or cannot be kept; the match is as it was then, but for an end, which stands and is put
    ///   into the file of ended matches by the next command.
    public func apply(_ action: MatchAction) throws(MatchStoreError) -> MatchFile { try apply { _ in action } }

    /// Applies the action of a click: the next period begins, the clock halts, or goes on.
    public func toggle() throws(MatchStoreError) -> MatchFile {
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

    /// Takes the last action back; a match without actions goes, and the one before it comes back.
    ///
    /// - Returns: The match that is there now; nil where there is none any more.
    public func undo() throws(MatchStoreError) -> MatchFile? {
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
            let reason = rename(previousPath, path) == 0 ? "" : unlink(path) == 0 || errno == ENOENT ? "" : String(cString: strerror(errno))
            guard reason.isEmpty else { throw .file(path: path, reason: "it cannot be removed: \(reason)") }
            return true
        }
        return isEmpty ? try self.file() : file
    }

    /// Changes the match while no other command can.
    ///
    /// - Parameters:
    ///   - body: The change, at the moment that the machine's clocks tell.
    ///   - otherwise: Does something in place of writing the match; false to write it.
    private func change(
        _ body: (inout MatchFile, ClockReading) throws(MatchError) -> Void,
        otherwise: (MatchFile) throws(MatchStoreError) -> Bool = { (_) throws(MatchStoreError) in false }
    ) throws(MatchStoreError) -> MatchFile {
        try holding { () throws(MatchStoreError) in
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
    private func holding<Result>(_ body: () throws(MatchStoreError) -> Result) throws(MatchStoreError) -> Result {
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

    /// Makes the pending change of the file of ended matches: of the named one, or else of the one that was used at the match's end.
    private func complete(_ file: inout MatchFile) throws(MatchStoreError) {
        guard let pending = file.pending else { return }
        let path = isNamed && pending == .append ? completedPath : file.completedPath ?? completedPath
        var completed = try completed(at: path)
        // A match that was ended before has another end now.
        if let index = completed.index(of: file.match.id.uuidString) { completed.remove(at: index) }
        if pending == .append { completed.append(CompletedMatch.json(of: file.match)) }
        try write(completed.bytes, to: path)
        (file.pending, file.completedPath) = (nil, pending == .append ? path : nil)
        try write(file)
    }

    private func write(_ file: MatchFile) throws(MatchStoreError) {
        do {
            try write(try file.bytes(), to: path)
        } catch let error as MatchStoreError {
            throw error
        } catch {
            throw .file(path: path, reason: "\(error)")
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(MatchStoreError) {
        do {
            try AtomicFile.write(bytes, to: path, isDurable: true)
        } catch {
            throw .write(error)
        }
    }

    /// Waits for other commands to let go of the match, five seconds at most.
    private func lock() throws(MatchStoreError) -> FileLock {
        let place = path + ".lock"
        do {
            try AtomicFile.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        } catch {
            throw .write(error)
        }
        for _ in 0..<250 {
            do {
                if let lock = try FileLock.take(place) { return lock }
            } catch {
                throw .file(path: place, reason: "\(error)")
            }
            usleep(20_000)
        }
        throw .busy(path)
    }
}
