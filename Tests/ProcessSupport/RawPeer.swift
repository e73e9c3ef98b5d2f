// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Testing

    /// A raw connection to a sandbox's engine.
    final class RawPeer: Sendable {
        private let socket: Int32

        /// Connects; blocks while the engine does not accept connections.
        init(_ sandbox: Sandbox) throws {
            let path = try #require(sandbox.engineSocket)
            socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            try #require(socket >= 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
            try #require(result == 0)
        }

        deinit { close(socket) }

        /// Sends as many bytes as possible without blocking; returns false if the engine has closed the connection.
        @discardableResult
        func send(_ bytes: [UInt8]) -> Bool {
            Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) >= 0 || errno == EAGAIN
        }

        /// Returns the unread bytes received so far; nil if the engine has closed the connection.
        func receive() -> [UInt8]? {
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { return Array(buffer.prefix(count)) }
            return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
        }

        /// True if the engine has closed the connection; unread bytes are discarded.
        var isHungUp: Bool {
            while let bytes = receive() { if bytes.isEmpty { return false } }
            return true
        }
    }

    extension Sandbox {
        /// The path of the engine's socket; nil if there is none.
        var engineSocket: String? {
            let folder = path("run/subdial")
            return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).first { $0.hasSuffix(".sock") }.map {
                "\(folder)/\($0)"
            }
        }

        /// The contents of the engines' log.
        var engineLog: String {
            String(decoding: FileManager.default.contents(atPath: path("state/subdial/engine.log")) ?? Data(), as: UTF8.self)
        }

        /// Starts a front and waits until it has ended.
        func outcome(_ arguments: [String], environment: [String: String] = [:], within limit: Duration = .seconds(180)) async throws
            -> FeedFront
        {
            let front = try FeedFront(self, arguments, environment: environment)
            do {
                try await eventually("the end of \(arguments)", within: limit) { !front.isRunning && front.hasEnded }
            } catch {
                front.stop()
                throw error
            }
            return front
        }
    }
#endif
