import Foundation
import Logging
import SubdialPlayback
import SubdialTestSupport
import Synchronization

@testable import SubdialPlayers

/// A folder for message files, which is removed afterwards.
final class MessageDen {
    let folder = URL(filePath: Scratch.path("messages"))
    let log = MessageLog()

    init() throws { try FileManager.default.createDirectory(at: folder.appending(path: "in"), withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String = "now.jsonl") -> String { folder.appending(path: "in/\(name)").path }

    func source(_ name: String = "now.jsonl", limits: MessageLimits = MessageLimits()) throws -> MessageFileSource {
        MessageFileSource(try MessageFileAddress("file:\(path(name))"), limits: limits, logger: log.logger)
    }

    /// Appends `text` to the file, which is created if necessary.
    func append(_ text: String, to name: String = "now.jsonl") throws {
        try write(text, to: name, O_WRONLY | O_APPEND | O_CREAT)
    }

    /// Rewrites the file in place.
    func rewrite(_ text: String, to name: String = "now.jsonl") throws {
        try write(text, to: name, O_WRONLY | O_TRUNC | O_CREAT)
    }

    private func write(_ text: String, to name: String, _ flags: Int32) throws {
        let descriptor = open(path(name), flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        defer { close(descriptor) }
        try Self.write(Array(text.utf8), to: descriptor)
    }

    /// Writes all bytes, in any number of calls.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw POSIXError(.EIO) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sets the file's modification time, in seconds since 1970.
    func date(_ seconds: Int, _ name: String = "now.jsonl") throws {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        guard utimensat(AT_FDCWD, path(name), [time, time], 0) == 0 else { throw POSIXError(.EIO) }
    }

    func makePipe(_ name: String = "now.jsonl") throws {
        guard mkfifo(path(name), 0o600) == 0 else { throw POSIXError(.EIO) }
    }

    /// A line with a track at a time in the year 2026.
    static func line(_ title: String, _ second: Double, zone: String? = nil, more: String = "") -> String {
        let zone = zone.map { #","zone":"\#($0)""# } ?? ""
        return #"{"type":"now_playing","timestamp":\#(1_772_366_400 + second),"title":"\#(title)"\#(zone)\#(more)}"# + "\n"
    }
}

/// Collects log messages.
final class MessageLog: LogHandler, Sendable {
    private let lines = Mutex<[String]>([])

    var texts: [String] { lines.withLock { $0 } }
    /// A logger with the default level.
    var logger: Logger {
        var logger = Logger(label: "test") { _ in self }
        logger.logLevel = .error
        return logger
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set { _ = newValue }
    }
    var logLevel: Logger.Level {
        get { .error }
        set { _ = newValue }
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set { _ = newValue }
    }

    func log(event: LogEvent) { lines.withLock { $0.append("\(event.message)") } }
}
