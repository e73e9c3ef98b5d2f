import Glibc
import SubdialEngineWire
import SubdialSystem

/// The engine's socket, and the lock that ensures a single engine.
///
/// They are released in the order socket file, socket, lock, so that the next engine never finds the file in its way.
final class Listener: Sendable {
    private let lock: FileLock
    private let socket: Descriptor
    /// The socket's file if this engine created it; the file of a passed socket remains.
    private let ownFile: SocketFile?

    /// The maximum wait for the lock of an engine that is about to end, in milliseconds.
    private static let patience = 2_000
    private static let pause = 10

    /// The non-blocking descriptor to poll.
    var descriptor: Int32 { socket.raw }

    init(place: SocketPlace) throws(EngineServerError) {
        let adopted = try SocketActivation.adopt()
        do {
            try place.prepareFolder()
            // If the service manager listens at the place, an earlier engine is unreachable.
            let isManaged = adopted.map { SocketActivation.path(of: $0) == place.socket } ?? false
            lock = try Self.acquireLock(place, isManaged: isManaged)
            if let adopted {
                socket = Descriptor(adopted)
                ownFile = nil
            } else {
                socket = try Self.listen(at: place)
                ownFile = SocketFile(at: place.socket)
            }
        } catch let error as EngineServerError {
            throw error
        } catch let error as SocketError {
            throw .place(error)
        } catch let error as LockError {
            throw .lock(error)
        } catch {
            throw .alreadyRunning(socket: place.socket)
        }
        _ = fcntl(socket.raw, F_SETFL, O_NONBLOCK)
    }

    deinit {
        ownFile?.remove()
    }

    private static func acquireLock(_ place: SocketPlace, isManaged: Bool) throws -> FileLock {
        for _ in 0..<(patience / pause) {
            if let lock = try FileLock.acquire(place.engineLock) { return lock }
            Moment.pause(milliseconds: pause)
        }
        // A process that holds the lock but is unreachable, because the socket's file was removed or never created, blocks all fronts; it
        // is ended.
        guard try isManaged || !isAnswered(place), let other = EngineProcess(of: place), other.end() != .survived,
            let lock = try FileLock.acquire(place.engineLock)
        else { throw EngineServerError.alreadyRunning(socket: place.socket) }
        return lock
    }

    /// True if a process listens at a place.
    private static func isAnswered(_ place: SocketPlace) throws(SocketError) -> Bool {
        do {
            guard let other = try UnixSocket.connect(to: place) else { return false }
            _ = consume other
            return true
        } catch .notAccepted {
            return true
        }
    }

    /// Listens in place of the socket that a killed engine has left, unless a process listens there.
    private static func listen(at place: SocketPlace) throws -> Descriptor {
        guard try !isAnswered(place) else { throw EngineServerError.alreadyRunning(socket: place.socket) }
        unlink(place.socket)
        return try UnixSocket.listen(at: place)
    }
}

/// The file of a socket, identified by device and inode.
private struct SocketFile {
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// The file at the path; nil if there is none.
    init?(at path: String) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return nil }
        (self.path, device, number) = (path, info.st_dev, info.st_ino)
    }

    /// Removes the file unless it was replaced: after its folder was removed, another engine may have created its own.
    func remove() {
        guard let now = Self(at: path), now.device == device, now.number == number else { return }
        unlink(path)
    }
}

/// A listening socket that the service manager opened before it started this process.
enum SocketActivation {
    private static let firstDescriptor: Int32 = 3

    /// The descriptor in the environment, as `sd_listen_fds(3)` describes it.
    ///
    /// Nil if it is meant for another process, or none was passed.
    static func descriptor(in environment: [String: String], processID: Int32) -> Int32? {
        guard environment["LISTEN_PID"].flatMap(Int32.init) == processID, environment["LISTEN_FDS"] == "1" else { return nil }
        return firstDescriptor
    }

    /// The descriptor that was passed to this process; nil if there is none.
    ///
    /// The caller must close it.
    fileprivate static func adopt() throws(EngineServerError) -> Int32? {
        var environment: [String: String] = [:]
        for name in ["LISTEN_PID", "LISTEN_FDS"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        guard let raw = descriptor(in: environment, processID: getpid()) else { return nil }
        // Child processes must not use the socket.
        unsetenv("LISTEN_PID")
        unsetenv("LISTEN_FDS")
        guard option(SO_ACCEPTCONN, of: raw) == 1, option(SO_DOMAIN, of: raw) == AF_UNIX,
            option(SO_TYPE, of: raw) == Int32(SOCK_STREAM.rawValue)
        else { throw .badActivation(descriptor: raw) }
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        return raw
    }

    /// The path to which a socket is bound; nil if it is not bound to one.
    static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, length > MemoryLayout<sa_family_t>.size else { return nil }
        let path = withUnsafeBytes(of: &address.sun_path) { bytes in Array(bytes.prefix(Int(length) - MemoryLayout<sa_family_t>.size)) }
        return String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}

/// The error of an engine that cannot serve.
package enum EngineServerError: Error, Equatable, Sendable {
    /// The folder or the socket cannot be used.
    case place(SocketError)
    /// The file of the engine's lock cannot be used.
    case lock(LockError)
    /// Another engine of this user and version is running.
    case alreadyRunning(socket: String)
    /// The descriptor from the service manager is not a listening Unix stream socket.
    case badActivation(descriptor: Int32)
    /// The process has no descriptors left.
    case noDescriptors(code: Int32)
}

extension EngineServerError: CustomStringConvertible {
    /// The problem and the remedy.
    package var description: String {
        switch self {
        case .place(let error):
            "\(error)"
        case .lock(let error):
            "\(error)"
        case .alreadyRunning(let socket):
            "an engine listens on \(socket) already; run 'subdial engine stop' to end it"
        case .badActivation(let descriptor):
            "descriptor \(descriptor) is no listening Unix stream socket: the socket unit needs one 'ListenStream=' with a path"
        case .noDescriptors(let code):
            "no descriptor is left (error \(code)); raise the limit on open files with 'ulimit -n'"
        }
    }
}
