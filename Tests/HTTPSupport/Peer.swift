// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Synchronization

    import Glibc

    /// The server's side of a connection.
    final class Peer: Sendable {
        /// Thrown to close the connection.
        struct Hangup: Error {}

        private let descriptor: Int32
        private let isOpen = Atomic(true)
        private let sent = Atomic(0)

        init(_ descriptor: Int32) {
            self.descriptor = descriptor
        }

        /// The number of bytes that the system has accepted from the server so far.
        var sentBytes: Int { sent.load(ordering: .relaxed) }

        /// Sends all bytes; throws if the client has closed the connection.
        func send(_ bytes: [UInt8]) throws {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Self.sendQuietly(descriptor, $0) }
                guard count > 0 else { throw Hangup() }
                sent.add(count, ordering: .relaxed)
                rest = rest.dropFirst(count)
            }
        }

        func send(_ text: String) throws {
            try send(Array(text.utf8))
        }

        /// Sends a complete response and leaves the connection open.
        func answer(_ body: String, status: Int = 200, type: String = "application/json", fields: [String] = []) throws {
            try answer(Array(body.utf8), status: status, type: type, fields: fields)
        }

        func answer(_ body: [UInt8], status: Int = 200, type: String = "application/json", fields: [String] = []) throws {
            let head = ["HTTP/1.1 \(status) Status", "Content-Type: \(type)", "Content-Length: \(body.count)"] + fields
            try send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        }

        /// Ends the connection with a TCP reset.
        func reset() throws {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            release()
            throw Hangup()
        }

        /// Waits until the client closes the connection, and discards what it sends until then.
        func waitForClose() {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
        }

        /// Sleeps in real time.
        func pause(milliseconds: UInt32) {
            usleep(milliseconds * 1000)
        }

        /// Shuts the connection down, which wakes blocked threads; the descriptor stays open until ``release()``.
        func hangUp() {
            if isOpen.load(ordering: .sequentiallyConsistent) { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }

        func release() {
            if isOpen.exchange(false, ordering: .sequentiallyConsistent) { close(descriptor) }
        }

        func readRequest(connection: Int) -> ScriptedServer.Request? {
            var head: [UInt8] = []
            var byte: UInt8 = 0
            while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
                guard recv(descriptor, &byte, 1, 0) == 1, head.count < 1 << 16 else { return nil }
                head.append(byte)
            }
            let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
            let length =
                lines.first { $0.lowercased().hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0
            var body = [UInt8](repeating: 0, count: length)
            guard length == 0 || recv(descriptor, &body, length, Int32(MSG_WAITALL)) == length else { return nil }
            return ScriptedServer.Request(
                connection: connection, line: lines.first ?? "", fields: Array(lines.dropFirst()),
                body: String(decoding: body, as: UTF8.self))
        }

        private static func sendQuietly(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }
#endif
