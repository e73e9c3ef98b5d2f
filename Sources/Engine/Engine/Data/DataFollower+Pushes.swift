import FoundationEssentials
import Glibc
import SubdialConcurrency
import SubdialConsoles
import SubdialExpressions
import SubdialKinds
import SubdialMixers

/// Documents that arrive without polling: of changed files, and of commands that keep running.
extension DataFollower {
    /// The time for which further documents of a burst are gathered.
    static let burst = Duration.milliseconds(100)
    /// The interval between two readings of a database that is being written.
    private static let databasePause = Duration.seconds(2)
    /// The interval between two checks for a missing file, if no folder above it can be watched.
    private static let missingFilePause = Duration.seconds(2)

    /// Follows files and lasting commands until the task is cancelled; `changed` requests a new reading of the files.
    func followPushes(_ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { group in
            for source in instance.kind.sources {
                guard let request = try? source.transport.resolved(instance.values, timeZones: instance.timeZones) else { continue }
                switch request {
                case .file(let path):
                    let full = reading.path(ofFile: path)
                    group.addTask { await Self.follow(file: full, changed) }
                case .match(let path):
                    let full = reading.path(ofMatch: path)
                    group.addTask { await Self.follow(file: full, changed) }
                    // The running match's dates are of the wall clock, and change when it is set.
                    if path.isEmpty { group.addTask { for await _ in ClockWatch.shared.changes() { changed() } } }
                case .library(let question):
                    group.addTask { await Self.follow(file: self.reading.places.history.path, changed) }
                    if let file = reading.playlistFile(of: question) { group.addTask { await Self.follow(file: file, changed) } }
                    guard let database = reading.database(of: question) else { continue }
                    // Another program may keep the database open, and write only to its log.
                    for path in [database.path, database.path + "-wal"] {
                        group.addTask { await Self.follow(file: path, isWrittenInPlace: true, changed) }
                    }
                case .command(let line) where line.isLasting: group.addTask { await self.follow(line, source) }
                case .mixer(let meters): group.addTask { await self.followMixer(source, meters: meters) }
                case .console(let address): group.addTask { await self.followConsole(address, source) }
                case .mqtt(let topic): group.addTask { await self.follow(topic, source) }
                case .url, .command, .stdin, .fixed: break
                }
            }
        }
    }

    /// Follows a file, which may appear, be replaced or be removed at any time.
    ///
    /// - Parameter isWrittenInPlace: True for a file that a program keeps open while it writes.
    static func follow(file path: String, isWrittenInPlace: Bool = false, _ changed: @Sendable () -> Void) async {
        var isFirst = true
        while !Task.isCancelled {
            let before = FileIdentity.of(path)
            if let changes = FileWatch.shared.changes(of: path, isWrittenInPlace: isWrittenInPlace) {
                // A file that replaced the previous one is read after it is watched.
                if !isFirst { changed() }
                isFirst = false
                for await _ in changes {
                    changed()
                    // A file that is written in pieces is read once, and a database that is written for long is read at intervals.
                    try? await Task.sleep(for: isWrittenInPlace ? databasePause : burst)
                    // If the file was moved away, the one in its place must be watched.
                    if FileIdentity.of(path) != before { break }
                }
                if access(path, F_OK) == 0 { continue }
            }
            isFirst = false
            if access(path, F_OK) == 0 {
                // The file exists but cannot be watched, because it is another user's.
                try? await Task.sleep(for: missingFilePause)
                changed()
            } else {
                await FileWatch.shared.appearance(of: path, orAfter: missingFilePause)
            }
        }
    }

    /// Follows the sound server; of a burst of its changes only the last one is used.
    private func followMixer(_ source: KindSource, meters: Double) async {
        for await change in PulseMixer(server: instance.surroundings.soundServer).changes(meters: meters) {
            switch change {
            case .success(let mixer): await receive(mixer.document, of: source)
            case .failure(let error): fail(KindError(.source, at: "mixer", error.description, isUnreachable: true), retryAfter: nil)
            }
            // Meters have their own rate.
            if meters == 0 { try? await Task.sleep(for: Self.burst / 2) }
        }
    }

    /// Follows a mixing console, and sends it the pending edits; of its documents only the last one is used, at most 60 per second.
    private func followConsole(_ written: String, _ source: KindSource) async {
        let link: ConsoleLink
        do throws(KindError) {
            link = try reading.console(written)
        } catch {
            return fail(error, retryAfter: nil)
        }
        for await update in link.updates() {
            if let document = update.document { await receive(document, of: source) }
            if let problem = update.problem {
                fail(KindError(.source, at: "console", problem.description, isUnreachable: true), retryAfter: nil)
            }
        }
    }

    /// Reports that a lasting command has written nothing within its source's timeout.
    private func missLine(of source: KindSource) {
        guard pushed[source.name] == nil, lastError == nil else { return }
        fail(KindError(.source, at: "command", "it has written no line in \(Value.double(source.timeout).text) s"), retryAfter: nil)
    }

    /// Runs a lasting command; of a burst of its lines only the last one is used.
    private func follow(_ line: ResolvedRequest.CommandLine, _ source: KindSource) async {
        let patience = Task {
            try await Task.sleep(for: .seconds(min(source.timeout, 3600)))
            self.missLine(of: source)
        }
        defer { patience.cancel() }
        while !Task.isCancelled {
            let latest = Broadcast<[UInt8]?>(nil)
            do throws(KindError) {
                let program = try await reading.trust.program(of: line, in: instance)
                let taking = Task {
                    for await bytes in latest.values() {
                        guard let bytes else { continue }
                        await self.receive(bytes, of: source)
                        try? await Task.sleep(for: Self.burst)
                    }
                }
                defer { taking.cancel() }
                try await CommandReader(line: line, folder: instance.folder, program: program).lines(maximum: source.maximumBytes) {
                    latest.send($0)
                }
            } catch {
                guard !Task.isCancelled else { return }
                // The last line may not have been used yet.
                if let last = latest.value { await receive(last, of: source) }
                fail(error, retryAfter: nil)
            }
            try? await Task.sleep(for: .seconds(line.restart))
        }
    }
}

/// The identity of the file at a path.
private enum FileIdentity {
    /// The device and inode number of the file; nil if there is none.
    static func of(_ path: String) -> [UInt64]? {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        return [UInt64(info.st_dev), UInt64(info.st_ino)]
    }
}
