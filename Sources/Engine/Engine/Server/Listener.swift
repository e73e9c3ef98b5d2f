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
            lock = try Self.takeLock(place, isManaged: isManaged)
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

    private static func takeLock(_ place: SocketPlace, isManaged: Bool) throws -> FileLock {
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
