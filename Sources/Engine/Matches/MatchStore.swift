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

    /// What is wrong, where, and what to do; one line.
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
/// Every change is one write that the disk holds before it is told of. What is to be done in the second file is noted in the first, so that
/// a command that was killed between the two is completed by the next.
public struct MatchStore: Sendable {
    /// The file of the running match.
    public let path: String
    /// The file of matches that have ended, in RefWatch's form.
    public let completedPath: String

    /// The most bytes of a file that is read.
    static let maximumBytes = 16 << 20

    /// Makes the store of a user.
    ///
    /// - Parameter completed: The file of matches that have ended; nil for the user's own.
    public init(in folders: UserFolders, completed: String? = nil) {
        path = Self.path(in: folders)
        completedPath = completed ?? folders.state + "/completed_matches.json"
    }

    /// The file of the running match.
    static func path(in folders: UserFolders) -> String { folders.state + "/match.json" }

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
    public func completed() throws(MatchStoreError) -> CompletedMatchesFile {
        do {
            return try CompletedMatchesFile(try bytes(at: completedPath) ?? [])
        } catch let error as MatchStoreError {
            throw error
        } catch {
            throw .file(path: completedPath, reason: "\(error); it is left as it is: repair it or name another with --completed")
        }
    }

    private func bytes(at path: String) throws(MatchStoreError) -> [UInt8]? {
        do throws(ReadError) {
            return try InputFile.bytes(at: path)
        } catch {
            switch error {
            case .missing: return nil
            case .unreadable(let reason): throw .file(path: path, reason: "it cannot be read: \(reason)")
            case .tooLong(let limit): throw .file(path: path, reason: "it is longer than \(limit >> 20) MiB")
            }
        }
    }

    // MARK: Changing

    /// Puts a new match in place of one that has ended, or of none.
    ///
    /// - Parameter replacing: True to drop a match that is under way, or a file that cannot be read.
    public func begin(_ settings: MatchSettings, replacing: Bool, at reading: ClockReading) throws(MatchStoreError) -> MatchFile {
        try holding { () throws(MatchStoreError) in
            if !replacing, var file = try file() {
                try complete(&file)
                guard file.match.state.phase == .ended else { throw .underWay(file.match.line(at: file.clock.now(reading))) }
            }
            let match: Match
            do throws(MatchError) {
                match = try Match(settings)
            } catch {
                throw .match(error)
            }
            let file = MatchFile(match, clock: MatchClock(reading))
            try write(file)
            return file
        }
    }

    /// Lets something happen in the running match.
    ///
    /// - Throws: Where the match refuses it, or cannot be kept; the match is as it was then, but for an end, which stands and is put
    ///   into the file of ended matches by the next command.
    public func apply(_ action: MatchAction, at reading: ClockReading) throws(MatchStoreError) -> MatchFile {
        try change { (file) throws(MatchError) in
            try file.match.apply(action, at: file.clock.now(reading), wallDate: reading.wall)
            file.clock.renew(reading)
            if file.match.state.phase == .ended { file.pending = .append }
        }
    }

    /// Takes the last action back; a match without actions goes altogether.
    ///
    /// - Returns: The match, and what was undone; nil where the match itself was.
    public func undo(at reading: ClockReading) throws(MatchStoreError) -> (file: MatchFile, action: MatchAction?) {
        var undone: MatchAction?
        let file = try change { (file) throws(MatchError) in
            guard !file.match.records.isEmpty else { return }
            let hadEnded = file.match.state.phase == .ended
            undone = try file.match.undo().action
            file.clock.renew(reading)
            if hadEnded { file.pending = .remove }
        }
        if undone == nil {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw .file(path: path, reason: "it cannot be removed: \(String(cString: strerror(errno)))")
            }
        }
        return (file, undone)
    }

    private func change(_ body: (inout MatchFile) throws(MatchError) -> Void) throws(MatchStoreError) -> MatchFile {
        try holding { () throws(MatchStoreError) in
            guard var file = try file() else { throw .noMatch }
            try complete(&file)
            do throws(MatchError) {
                try body(&file)
            } catch {
                throw .match(error)
            }
            try write(file)
            try complete(&file)
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

    /// Does what is to be done in the file of ended matches.
    private func complete(_ file: inout MatchFile) throws(MatchStoreError) {
        guard let pending = file.pending else { return }
        var completed = try completed()
        let index = completed.index(of: file.match.id.uuidString)
        switch (pending, index) {
        case (.append, nil): completed.append(CompletedMatch.json(of: file.match))
        case (.remove, let index?): completed.remove(at: index)
        case (.append, _?), (.remove, nil): break
        }
        try write(completed.bytes, to: completedPath)
        file.pending = nil
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
