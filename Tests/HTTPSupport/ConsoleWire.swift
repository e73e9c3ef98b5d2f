// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Glibc
    import Synchronization

    /// A connection to a ``FakeConsole``: messages as lines or as text frames.
    final class ConsoleWire: Sendable {
        private let descriptor: Int32
        private let isWebSocket: Bool
        private let sending = Mutex(0)
        /// The response to the upgrade, until it is sent.
        private let answer = Mutex<[UInt8]>([])
        private let state = Mutex<(rest: [UInt8], errors: [String], isOpen: Bool)>(([], [], true))

        init(_ descriptor: Int32, isWebSocket: Bool) {
            (self.descriptor, self.isWebSocket) = (descriptor, isWebSocket)
        }

        var errors: [String] { state.withLock { $0.errors } }

        /// Performs the upgrade of RFC 6455; returns true if messages may follow.
        func begin() -> Bool {
            guard isWebSocket else { return true }
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
                guard let byte = byte(), head.count < 1 << 16 else { return false }
                head.append(byte)
            }
            let fields = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
            guard let field = fields.first(where: { $0.lowercased().hasPrefix("sec-websocket-key:") }),
                fields.contains(where: { $0.lowercased() == "upgrade: websocket" }),
                fields.contains(where: { $0.lowercased() == "sec-websocket-version: 13" })
            else {
                note("this is no upgrade to a WebSocket")
                return false
            }
            let key = field.dropFirst(18).trimmingCharacters(in: .whitespaces)
            let accepted = Data(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
            // Sent together with the first message, to test that the client reads data that follow the response in the same segment.
            head = Array(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accepted)\r\n\r\n"
                    .utf8)
            answer.withLock { [head] in $0 = head }
            return true
        }

        /// Shuts the connection down; the descriptor is closed only after pending sends.
        func end() {
            state.withLock { $0.isOpen = false }
            shutdown(descriptor, Int32(SHUT_RDWR))
            // Waits for a send in progress.
            sending.withLock { _ in }
            close(descriptor)
        }

        /// Sends a message; over a WebSocket every third one is split into three frames with a ping between them.
        @discardableResult
        func send(_ message: [String: Any]) -> Bool {
            guard let text = try? JSONSerialization.data(withJSONObject: message, options: .sortedKeys) else { return false }
            return sending.withLock { count in
                guard state.withLock({ $0.isOpen }) else { return false }
                count += 1
                guard isWebSocket else { return write(Array(text) + [10]) }
                let first = answer.withLock { answer in
                    defer { answer = [] }
                    return answer
                }
                guard count % 3 == 0 else { return write(first + Self.frame(1, Array(text))) }
                return write(
                    Self.frame(1, Array(text.prefix(10)), isLast: false) + Self.frame(9, [1, 2]) + Self.frame(0, [], isLast: false)
                        + Self.frame(0, Array(text.dropFirst(10))))
            }
        }

        /// Returns the next message; empty for a pong, nil at the end.
        func next() -> [String: Any]? {
            while let (opcode, bytes) = isWebSocket ? frame() : line() {
                switch opcode {
                case 1: return (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? ["message_type": "none"]
                case 10: return [:]
                default: return nil
                }
            }
            return nil
        }

        private func line() -> (UInt8, [UInt8])? {
            var bytes: [UInt8] = []
            while let byte = byte() {
                if byte == 10 { return (1, bytes) }
                bytes.append(byte)
            }
            return nil
        }

        private func frame() -> (UInt8, [UInt8])? {
            guard let first = byte(), let second = byte() else { return nil }
            guard second & 0x80 != 0 else {
                note("a client's frame is not masked")
                return nil
            }
            var length = Int(second & 0x7F)
            if length >= 126 {
                let count = length == 126 ? 2 : 8
                length = 0
                for _ in 0..<count {
                    guard let byte = byte() else { return nil }
                    length = length << 8 | Int(byte)
                }
            }
            var mask: [UInt8] = []
            for _ in 0..<4 {
                guard let byte = byte() else { return nil }
                mask.append(byte)
            }
            var bytes: [UInt8] = []
            for index in 0..<length {
                guard let byte = byte() else { return nil }
                bytes.append(byte ^ mask[index % 4])
            }
            return (first & 0x0F, bytes)
        }

        private static func frame(_ opcode: UInt8, _ bytes: [UInt8], isLast: Bool = true) -> [UInt8] {
            let length: [UInt8] =
                bytes.count < 126 ? [UInt8(bytes.count)] : [126, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
            return [isLast ? opcode | 0x80 : opcode] + length + bytes
        }

        private func note(_ error: String) { state.withLock { $0.errors.append(error) } }

        private func byte() -> UInt8? {
            state.withLock { state in
                if state.rest.isEmpty { return nil }
                return state.rest.removeFirst()
            } ?? refill()
        }

        /// Receives more bytes; called only on the reading thread.
        private func refill() -> UInt8? {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            state.withLock { $0.rest = Array(buffer[1..<count]) }
            return buffer[0]
        }

        private func write(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// The hash in the response to a WebSocket upgrade (FIPS 180-4).
    private enum SHA1 {
        static func hash(_ message: [UInt8]) -> [UInt8] {
            var bytes = message + [0x80]
            while bytes.count % 64 != 56 { bytes.append(0) }
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: UInt64(message.count * 8) >> (56 - 8 * $0)) }
            var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
            func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
            for start in stride(from: 0, to: bytes.count, by: 64) {
                var words = (0..<16).map { index in (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + index * 4 + $1]) } }
                for index in 16..<80 {
                    words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
                }
                var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
                for index in 0..<80 {
                    let (mix, constant): (UInt32, UInt32) =
                        switch index {
                        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                        default: (b ^ c ^ d, 0xCA62_C1D6)
                        }
                    (a, b, c, d, e) = (rotated(a, 5) &+ mix &+ e &+ constant &+ words[index], a, rotated(b, 30), c, d)
                }
                for (index, word) in [a, b, c, d, e].enumerated() { hash[index] &+= word }
            }
            return hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
        }
    }
#endif
