import EngineWire
import Glibc

/// The engine's socket, and the lock that makes the engine the only one.
///
/// With its owner go first the socket's file, then the socket, then the lock, so that the next engine never finds the file in its way.
final class Listener: Sendable {
    private let lock: FileLock
    private let socket: Descriptor
    /// The socket's file where this engine has made it; one that was handed over stays with whoever made it.
    private let ownFile: SocketFile?

    /// How long an engine that is about to end may hold on to the lock, in milliseconds.
    private static let patience = 2_000
    private static let pause = 10

    /// The descriptor to wait for; it does not block.
    var descriptor: Int32 { socket.raw }

    init(place: SocketPlace) throws(EngineServerError) {
        let adopted = try SocketActivation.adopt()
        do {
            try place.prepareFolder()
            // Where the service manager listens at the place, an engine that was there before can be reached by nobody.
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
            if let lock = try FileLock.take(place.engineLock) { return lock }
            Moment.pause(milliseconds: pause)
        }
        // Somebody who has the lock and cannot be reached, since the socket's file is gone or has never been made, is in everybody's way.
        guard try isManaged || !isAnswered(place), let other = EngineProcess(of: place), other.end() != .survived,
            let lock = try FileLock.take(place.engineLock)
        else { throw EngineServerError.alreadyRunning(socket: place.socket) }
        return lock
    }

    /// Whether somebody listens at a place.
    private static func isAnswered(_ place: SocketPlace) throws(SocketError) -> Bool {
        do {
            guard let other = try UnixSocket.connect(to: place) else { return false }
            _ = consume other
            return true
        } catch .notAccepted {
            return true
        }
    }

    /// Listens in place of what an engine that was killed has left, unless somebody answers there.
    private static func listen(at place: SocketPlace) throws -> Descriptor {
        guard try !isAnswered(place) else { throw EngineServerError.alreadyRunning(socket: place.socket) }
        unlink(place.socket)
        return try UnixSocket.listen(at: place)
    }
}

/// The file of a socket, told from another that may have taken its place.
private struct SocketFile {
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// The file that is there; nil where none is.
    init?(at path: String) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return nil }
        (self.path, device, number) = (path, info.st_dev, info.st_ino)
    }

    /// Removes the file unless it is another: where somebody has removed the folder, the next engine has long made its own.
    func remove() {
        guard let now = Self(at: path), now.device == device, now.number == number else { return }
        unlink(path)
    }
}
