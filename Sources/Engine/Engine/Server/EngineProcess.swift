import Glibc
import SubdialEngineWire
import SubdialSystem

/// The process that holds the engine's lock, seen from another process.
package struct EngineProcess: Equatable, Sendable {
    /// The result of ending a process.
    package enum End: Equatable, Sendable {
        /// It ended gracefully after SIGTERM.
        case terminated
        /// It was killed by SIGKILL.
        case killed
        /// It is still running.
        case survived
    }

    /// The process id.
    package let id: Int32

    /// The timeout for a graceful end, in milliseconds.
    private static let patience = 3_000
    /// The timeout after SIGKILL, in milliseconds.
    private static let killPatience = 1_000

    /// The engine at a place; nil if no process holds the lock, or the holder is not an engine of this user.
    ///
    /// The kernel reports the holder of the lock. If machines share a home folder, it may be a process of another machine, whose id belongs
    /// to an unrelated process here; therefore the process is verified.
    package init?(of place: SocketPlace) {
        guard let id = FileLock.holder(of: place.engineLock), Self.isEngine(id) else { return nil }
        self.id = id
    }

    /// Waits for the end of a process that has announced it.
    ///
    /// - Returns: False if it has not ended in time.
    package func waitForEnd() -> Bool { Moment.wait(atMost: Self.patience) { !isThere } }

    /// Ends the process by signals, and waits until it is gone.
    package func end() -> End {
        kill(id, SIGTERM)
        // A stopped process handles no other signal until it continues.
        kill(id, SIGCONT)
        if Moment.wait(atMost: Self.patience, until: { !isThere }) { return .terminated }
        kill(id, SIGKILL)
        return Moment.wait(atMost: Self.killPatience) { !isThere } ? .killed : .survived
    }

    /// True while the process exists.
    ///
    /// The lock is no indication: an engine that ends gracefully releases it first, and may hang after that.
    private var isThere: Bool { Self.isEngine(id) }

    /// True if a process of this user runs an engine's executable.
    private static func isEngine(_ id: Int32) -> Bool {
        var info = stat()
        guard stat("/proc/\(id)", &info) == 0, info.st_uid == geteuid() else { return false }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(id)/exe", &buffer, buffer.count)
        guard count > 0 else { return false }
        let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = path.split(separator: "/").last ?? ""
        // The path of a replaced executable ends in "subdial-engine (deleted)".
        return name.hasPrefix("subdial-engine")
    }
}
