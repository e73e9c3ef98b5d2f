import FoundationEssentials
import Glibc
import SubdialConcurrency
import SubdialDocuments
import SubdialDrawing
import SubdialGLib
import SubdialHTTP
import SubdialSystem
import SubdialTimeline

/// A local folder with the state and files of a widget server, from which another Subdial draws the same pictures by itself.
package actor Mirror {
    /// The kinds, limits and options of a mirror.
    package struct Options: Sendable {
        /// The kinds; empty for those that the server shows.
        package var kinds: [String] = []
        /// False if this machine has the server's fonts.
        package var hasFonts = true
        /// The maximum size of all files, in bytes.
        package var limit = 1 << 30
        /// The text of Subdial's fontconfig file, whose rules that of the mirror has.
        package var fontRules = ""
        /// Returns the schemas of the kinds in the mirror's templates, as they are now.
        package var schemas: @Sendable () -> EntrySchemas = { EntrySchemas([]) }

        /// Options for the server's own kinds, with fonts, up to 1 GiB.
        package init() {}
    }

    /// The maximum number of contexts that are tried while the server's files change.
    private static let maximumRounds = 4

    private let executor = WorkLane()
    /// A queue of its own: most of the work is with files.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let server: MirrorServer
    private let folder: MirrorFolder
    private let options: Options
    private var record: MirrorRecord
    /// The time at which another entry is due, from the last applied context.
    private(set) var nextEntry: Date?
    /// True if the last context differed from the one before.
    private(set) var hasNews = false
    /// The files that the server does not transfer, as last reported.
    private var left: [String] = []
    private var pictures = MirrorPictures()
    /// The errors of announced files that were reported.
    private var refusedMedia: Set<String> = []
    /// The record as it is on disk.
    private var written: MirrorRecord?

    private let tell: @Sendable (String) async -> Void
    private let complain: @Sendable (String) -> Void

    /// Opens the folder, and creates it if necessary.
    ///
    /// - Parameters:
    ///   - tell: Receives a JSON line about each change, and returns after it is written.
    ///   - complain: Receives a warning line.
    /// - Throws: ``MirrorError``.
    package init(
        of address: String, in folder: String, token: String?, _ options: Options,
        tell: @escaping @Sendable (String) async -> Void, complain: @escaping @Sendable (String) -> Void
    ) throws(MirrorError) {
        server = try MirrorServer(address, token: token)
        let opened = try MirrorFolder(folder)
        self.folder = opened
        record = opened.record.map(MirrorRecord.init) ?? MirrorRecord()
        self.options = options
        self.tell = tell
        self.complain = complain
    }

    /// Updates the folder to the server's current state, and reports each changed kind.
    ///
    /// - Throws: ``MirrorError``; the entries then remain those whose files are present.
    package func synchronize() async throws(MirrorError) {
        for round in 1... {
            let context = try MirrorContext(
                try await server.context(of: options.kinds, hasFonts: options.hasFonts), limit: options.limit)
            do throws(MirrorError) {
                return try await apply(context)
            } catch {
                // A file changed between the two requests.
                guard case .stale = error, round < Self.maximumRounds else { throw error }
            }
        }
    }

    private func apply(_ context: MirrorContext) async throws(MirrorError) {
        if context.left != left {
            left = context.left
            if let first = left.first {
                let reason = "links out of its folders, fonts beyond the limits, or announced files with another size or SHA-256"
                complain("the server does not give away \(left.count) of its files, such as \(first): \(reason)")
            }
        }
        let missing = context.files.filter { !isThere($0) }
        folder.removeParts(except: Set((missing + context.media).map(\.address)))
        var places: [String: [MirrorPath]] = [:]
        for file in missing { places[file.address, default: []].append(file.path) }
        for file in missing where places[file.address]?.first == file.path { try await fetch(file) }
        for file in missing where file.path.isFont {
            guard try folder.isFont(file.address) else {
                folder.removePart(file.address)
                throw .file(path: "\(file.path)", reason: "it is no font")
            }
        }
        if !missing.isEmpty {
            // New files are recorded before they are placed, so that they are known as the mirror's own even after a kill.
            for file in missing { record.files[file.path] = MirrorRecord.File(address: file.address, modified: nil, size: file.size) }
            try storeRecord()
            for (address, paths) in places {
                try folder.place(address, at: paths)
                for path in paths { record.files[path]?.modified = folder.identity(of: path)?.modified }
            }
            folder.synchronize()
        }
        var changed = missing.contains { $0.path.parts[0] != "covers" } ? Set(context.kinds.map(\.name)) : []
        if try hasWrittenFontConfiguration(context) { changed = Set(context.kinds.map(\.name)) }
        let schemas = options.schemas()
        for kind in context.kinds {
            guard let entry = kind.entry.map({ pictures.confined($0, of: kind.name, schemas, complain) }) else { continue }
            if try folder.write(Array((entry.text(indented: true) + "\n").utf8), to: kind.path) { changed.insert(kind.name) }
            record.entries.insert(kind.name)
        }
        removeOld(context)
        hasNews = record.revision != context.revision
        record.revision = context.revision
        try storeRecord()
        nextEntry = context.kinds.compactMap { $0.next.flatMap { try? Date($0, strategy: .iso8601) } }.min()
        for kind in context.kinds where changed.contains(kind.name) {
            let line = JSONValue.object([JSONMember("changed", .string(kind.name)), JSONMember("revision", .string(context.revision))])
            await tell(line.text())
        }
        // Last, so that no picture waits for them.
        for file in context.media { try await receive(media: file, besides: context.byteCount) }
    }

    /// Writes the mirror's own fontconfig file, which names no folder but those of the mirror.
    ///
    /// - Returns: True if it has changed.
    private func hasWrittenFontConfiguration(_ context: MirrorContext) throws(MirrorError) -> Bool {
        guard context.hasFonts else { return false }
        let text = FontConfiguration.text(rules: options.fontRules, folder: "../fonts", isRelative: true, cache: folder.cache)
        let (bytes, path) = (Array(text.utf8), MirrorPath.fontConfiguration)
        let hasChanged = try folder.write(bytes, to: path)
        record.files[path] = MirrorRecord.File(
            address: SHA256.hex(bytes), modified: folder.identity(of: path)?.modified, size: bytes.count)
        return hasChanged
    }

    /// True if a file is present with the right content.
    private func isThere(_ file: MirrorContext.File) -> Bool {
        guard let identity = folder.identity(of: file.path), identity.size == file.size else { return false }
        if let known = record.files[file.path], known.address == file.address, known.modified == identity.modified { return true }
        guard folder.address(of: file.path) == file.address else { return false }
        if record.files[file.path]?.address == file.address { record.files[file.path]?.modified = identity.modified }
        return true
    }

    /// Removes the mirror's files that the context no longer lists.
    private func removeOld(_ context: MirrorContext) {
        let paths = Set(context.files.map(\.path)).union(context.hasFonts ? [MirrorPath.fontConfiguration] : [])
        // An announced file stays: its player announces it only for a time.
        for (path, file) in record.files where !paths.contains(path) && !path.isMedia {
            // A file that another program has put in its place stays.
            if folder.identity(of: path)?.modified == file.modified || folder.address(of: path) == file.address { folder.remove(path) }
            record.files[path] = nil
        }
        for kind in record.entries where !context.kinds.contains(where: { $0.name == kind }) {
            if let path = try? MirrorPath(entryOf: kind) { folder.remove(path) }
            record.entries.remove(kind)
        }
    }

    /// Writes the record to disk if it has changed.
    private func storeRecord() throws(MirrorError) {
        guard record != written else { return }
        try folder.write(record: record.bytes)
        written = record
    }
}

extension Mirror {
    /// Fetches a file that a player has announced, unless it is present, and reports it; a wrong one is reported and not stored.
    ///
    /// - Parameter bytes: The size of the other files, which take precedence.
    /// - Throws: ``MirrorError`` for an error that is not about the file alone.
    private func receive(media file: MirrorContext.File, besides bytes: Int) async throws(MirrorError) {
        guard !isThere(file) else { return }
        do throws(MirrorError) {
            let stored = record.files.filter(\.key.isMedia).reduce(0) { $0 + $1.value.size }
            guard bytes + stored + file.size <= options.limit else {
                throw .media(
                    path: "\(file.path)", reason: "\(MirrorError.tooLarge(bytes: bytes + stored + file.size, limit: options.limit))")
            }
            guard record.files[file.path] != nil || folder.identity(of: file.path) == nil else {
                throw .media(path: "\(file.path)", reason: "another file is in its place; move it away")
            }
            try await fetch(file)
        } catch {
            var error = error
            if case .stale = error {
                let reason = "the server offers no file with this SHA-256; it offers those beside the messages that it follows"
                error = .media(path: "\(file.path)", reason: reason)
            }
            switch error {
            case .media, .file:
                // Once for each file, as it is announced with every state.
                if refusedMedia.insert("\(error)").inserted { complain("\(error)") }
                return
            default: throw error
            }
        }
        record.files[file.path] = MirrorRecord.File(address: file.address, modified: nil, size: file.size)
        try storeRecord()
        try folder.place(file.address, at: [file.path])
        record.files[file.path]?.modified = folder.identity(of: file.path)?.modified
        folder.synchronize()
        try storeRecord()
        let line = JSONValue.object([JSONMember("media", .string("\(file.path)")), JSONMember("sha256", .string(file.address))])
        await tell(line.text())
    }
}

extension Mirror {
    /// The maximum number of consecutive broken connections without progress.
    private static let maximumAttempts = 4

    private enum Attempt {
        case whole
        /// The connection broke after this number of bytes.
        case broken(MirrorError, length: Int)
        /// The partial file is not a prefix of the file, or the received bytes are not the file.
        case wrong(String)
    }

    /// Downloads a file into the folder of parts, and resumes an earlier attempt; the result is complete and matches the hash in its name.
    ///
    /// - Throws: ``MirrorError``; the received bytes stay for the next attempt.
    private func fetch(_ file: MirrorContext.File) async throws(MirrorError) {
        var failures = 0
        var longest = 0
        var isSecondTime = false
        while true {
            switch try await attempt(file) {
            case .whole: return
            case .broken(let error, let length):
                // Only new bytes are progress: a proxy may restart each time and end at the same byte.
                failures = length > longest ? 0 : failures + 1
                longest = max(longest, length)
                guard failures < Self.maximumAttempts, (try? await Task.sleep(for: .milliseconds(100 << failures))) != nil else {
                    throw error
                }
            case .wrong(let reason):
                folder.removePart(file.address)
                // The partial file may have been wrong; a second failure from the start shows that it was not.
                guard !isSecondTime else { throw .file(path: "\(file.path)", reason: reason) }
                isSecondTime = true
            }
        }
    }

    private func attempt(_ file: MirrorContext.File) async throws(MirrorError) -> Attempt {
        let part = try folder.part(file.address)
        let shown = "\(folder.path)/\(MirrorFolder.partsName)/\(file.address)"
        var length = FileVersion(descriptor: part.raw)?.size ?? 0
        guard length <= file.size else { return .wrong("it is longer") }
        guard var hash = SHA256(ofFile: part.raw) else {
            throw .write(WriteError(path: shown, reason: "what has come of it cannot be read"))
        }
        if length < file.size {
            let stream: HTTPStream
            do throws(MirrorError) {
                stream = try await server.file(file.address, from: length)
            } catch {
                return .broken(error, length: length)
            }
            switch stream.head.status {
            case 200:
                // The server sent the whole file although a range was requested.
                if length > 0 {
                    guard ftruncate(part.raw, 0) == 0 else {
                        throw .write(WriteError(path: shown, reason: SystemError.last.description))
                    }
                    (length, hash) = (0, SHA256())
                }
            case 206:
                guard stream.head["Content-Range"] == "bytes \(length)-\(file.size - 1)/\(file.size)" else {
                    return .wrong("another part comes than was asked for")
                }
            case 416: return .wrong("it is shorter")
            case 404: throw .stale(path: "\(file.path)")
            case 401, 403: throw server.failure(stream.head)
            default: return .broken(server.failure(stream.head), length: length)
            }
            var unwritten: MirrorError?
            do throws(HTTPError) {
                for try await bytes in stream {
                    guard length + bytes.count <= file.size else { return .wrong("it is longer than \(file.size) bytes") }
                    do throws(MirrorError) {
                        try MirrorFolder.write(bytes[...], to: part.raw, at: length, as: shown)
                    } catch {
                        unwritten = error
                        break
                    }
                    hash.update(bytes)
                    length += bytes.count
                }
            } catch {
                return .broken(.unreachable(server.address, reason: "\(error)"), length: length)
            }
            if let unwritten { throw unwritten }
        }
        guard length == file.size else { return .wrong("it has \(length) bytes instead of \(file.size)") }
        guard hash.hex() == file.address else { return .wrong("its bytes have another SHA-256") }
        return .whole
    }
}

extension Mirror {
    /// The minimum and maximum time until a lost server is contacted again.
    private static let (shortestPause, longestPause) = (Duration.milliseconds(500), Duration.seconds(15))

    /// Keeps the folder equal to the server's state and writes the messages of a receiver, until the task is cancelled.
    ///
    /// - Parameter name: The receiver; nil for none.
    /// - Throws: ``MirrorError`` for a permanent error: a server that refuses, a folder that cannot be written.
    package func follow(receiving name: String?) async throws(MirrorError) {
        let result = await withTaskGroup(of: MirrorError?.self) { group in
            group.addTask { await self.persist { () throws(MirrorError) in try await self.followState() } }
            if let name {
                group.addTask { await self.persist { () throws(MirrorError) in try await self.followMessages(for: name) } }
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? nil
        }
        if let result { throw result }
    }

    /// Restarts `work` after transient errors, with increasing pauses; returns the first permanent error.
    private func persist(_ work: @Sendable () async throws(MirrorError) -> Void) async -> MirrorError? {
        var pause = Self.shortestPause
        var told: String?
        while !Task.isCancelled {
            let began = ContinuousClock.now
            do throws(MirrorError) {
                try await work()
                told = nil
            } catch {
                guard error.passes else { return error }
                guard !Task.isCancelled else { return nil }
                if "\(error)" != told { complain("\(error); trying again") }
                told = "\(error)"
            }
            if ContinuousClock.now - began > Self.longestPause { pause = Self.shortestPause }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
        return nil
    }

    /// Follows the server's events until they end, and updates the folder after each.
    private func followState() async throws(MirrorError) {
        let stream = try await server.events(of: options.kinds)
        let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let address = server.address
        let failure = await withTaskGroup(of: MirrorError?.self) { group in
            group.addTask {
                defer { continuation.finish() }
                var parser = EventStreamParser()
                do throws(HTTPError) {
                    for try await bytes in stream where !parser.parse(bytes).isEmpty { continuation.yield() }
                    return nil
                } catch {
                    return .unreachable(address, reason: "\(error)")
                }
            }
            group.addTask {
                var timer: Task<Void, Never>?
                defer { timer?.cancel() }
                for await _ in wakes {
                    do throws(MirrorError) {
                        try await self.synchronize()
                    } catch {
                        return error
                    }
                    timer?.cancel()
                    guard let next = await self.nextEntry else { continue }
                    // Without news the date has passed here but not on the server: the clocks differ.
                    let least = await self.hasNews ? 1.0 : 10
                    timer = Task {
                        let seconds = min(max(least, next.timeIntervalSinceNow), 86_400)
                        guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                        continuation.yield()
                    }
                }
                return nil
            }
            // The first task that ends decides: the stream, or a folder that cannot be updated.
            let first = await group.next()
            group.cancelAll()
            return first ?? nil
        }
        if let failure { throw failure }
    }
}

extension Mirror {
    /// The long-polling time of a request for messages, in seconds.
    private static let wait = 50

    /// Writes the messages of a receiver as they arrive, each once and in order, and confirms them; ends only with an error.
    private func followMessages(for name: String) async throws(MirrorError) {
        try await resume(name)
        var wait = 0
        while true { wait = try await receive(name, wait: wait) ? 0 : Self.wait }
    }

    /// Writes and confirms the pending messages of a receiver.
    package func receiveMessages(for name: String) async throws(MirrorError) {
        try await resume(name)
        while try await receive(name, wait: 0) {}
    }

    /// Confirms the messages that an earlier process wrote.
    private func resume(_ name: String) async throws(MirrorError) {
        if let known = record.messages[name], known.through > 0 {
            try await server.confirm(through: known.through, for: name, queue: known.queue)
        }
    }

    /// Requests messages once; returns true if there may be more.
    private func receive(_ name: String, wait: Int) async throws(MirrorError) -> Bool {
        let known = record.messages[name] ?? MirrorRecord.Messages(queue: "", through: 0)
        let batch = try await server.messages(for: name, after: known.through, queue: known.queue, wait: wait)
        guard batch.queue == known.queue else {
            // The server has started another queue, whose numbers start from 1.
            record.messages[name] = MirrorRecord.Messages(queue: batch.queue, through: 0)
            try storeRecord()
            return true
        }
        for (number, message) in batch.messages where number > known.through {
            let line = JSONValue.object([JSONMember("message", message), JSONMember("number", .integer(Int64(number)))])
            await tell(line.text())
            try await receive(announcement: message)
            record.messages[name] = MirrorRecord.Messages(queue: batch.queue, through: number)
            try storeRecord()
        }
        guard let last = batch.messages.last else { return false }
        try await server.confirm(through: last.number, for: name, queue: batch.queue)
        return true
    }

    /// Fetches the file that a message announces.
    private func receive(announcement message: JSONValue) async throws(MirrorError) {
        do throws(MirrorError) {
            guard let file = try MirrorContext.File(message: message) else { return }
            try await receive(media: file, besides: record.files.filter { !$0.key.isMedia }.reduce(0) { $0 + $1.value.size })
        } catch {
            // The message itself is valid, and later ones must not wait for it.
            switch error {
            case .context, .path: complain("\(error)")
            default: throw error
            }
        }
    }

    /// True if the text is a valid receiver name.
    package static func isReceiver(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || "-_.".utf8.contains($0)
            }
    }
}
