// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Glibc
    import Synchronization

    /// A simulated mixing console on a real socket of 127.0.0.1, with JSON lines or a WebSocket.
    ///
    /// It sends its state many times a second, merges edits by last writer wins, and stores the sequence number of each client's last
    /// edit. Both survive `stop()`, as if it stored them on disk.
    final class FakeConsole: Sendable {
        /// An edit that was applied.
        struct Applied: Hashable, Sendable {
            var client: String
            var sequence: Int
            var channel: String
            var field: String
            var value: Double
        }

        private struct State {
            var listener: Int32 = -1
            var descriptors: Set<Int32> = []
            var last: [String: Int] = [:]
            var applied: [Applied] = []
            var refused: [Int] = []
            /// The values by channel and field, with the times at which they were written.
            var values: [String: [String: (value: Double, time: Int)]] = ["vox": [:], "bass": [:]]
            var level = -20.0
            var pongs = 0
            var greetings = 0
            var boast = 0
            var errors: [String] = []
        }

        let isWebSocket: Bool
        /// True to respond to `Hello`.
        let isGreeting: Bool
        /// State messages per second.
        let rate: Double
        /// The time between a connection and the first message, in seconds.
        let delay: Double
        let port: Int
        private let state = Mutex(State())

        struct CannotListen: Error {}

        init(port: Int = 0, isWebSocket: Bool = false, isGreeting: Bool = true, rate: Double = 20, delay: Double = 0) throws {
            (self.isWebSocket, self.isGreeting, self.rate, self.delay) = (isWebSocket, isGreeting, rate, delay)
            let (listener, bound) = try Self.listen(port)
            self.port = bound
            state.withLock { $0.listener = listener }
            Thread.detachNewThread { [self] in acceptAll(listener) }
        }

        var url: String { "\(isWebSocket ? "ws" : "tcp")://127.0.0.1:\(port)\(isWebSocket ? "/console" : "")" }
        var applied: [Applied] { state.withLock { $0.applied } }
        /// The sequence numbers of edits that were superseded by `move`.
        var refused: [Int] { state.withLock { $0.refused } }
        var pongs: Int { state.withLock { $0.pongs } }
        /// The number of `Hello` messages received.
        var greetings: Int { state.withLock { $0.greetings } }

        /// Adds this number to the last sequence number in each response to `Hello`.
        func boast(_ count: Int) { state.withLock { $0.boast = count } }
        /// Protocol violations by clients.
        var errors: [String] { state.withLock { $0.errors } }
        var connections: Int { state.withLock { $0.descriptors.count } }

        /// The current value; 0.5 if it was never written.
        func value(_ channel: String, _ field: String) -> Double { state.withLock { $0.values[channel]?[field]?.value ?? 0.5 } }

        /// Simulates a change on the console itself.
        func move(_ channel: String, _ field: String, _ value: Double) {
            state.withLock { $0.values[channel]?[field] = (value, Self.now) }
        }

        /// Stops listening and closes all connections.
        func stop() {
            state.withLock { state in
                shutdown(state.listener, Int32(SHUT_RDWR))
                close(state.listener)
                state.listener = -1
                for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
            }
        }

        /// Starts to listen again on the same port.
        func start() throws {
            let (listener, _) = try Self.listen(port)
            state.withLock { $0.listener = listener }
            Thread.detachNewThread { [self] in acceptAll(listener) }
        }

        private static var now: Int { Int(Date().timeIntervalSince1970 * 1_000_000) * 1000 }

        private static func listen(_ port: Int) throws -> (Int32, Int) {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var yes: Int32 = 1
            setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(listener, pointer, length) == 0 && Glibc.listen(listener, 64) == 0 && getsockname(listener, pointer, &length) == 0
                }
            }
            guard bound else { throw CannotListen() }
            return (listener, Int(UInt16(bigEndian: address.sin_port)))
        }

        private func acceptAll(_ listener: Int32) {
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                _ = state.withLock { $0.descriptors.insert(descriptor) }
                Thread.detachNewThread { [self] in
                    let wire = ConsoleWire(descriptor, isWebSocket: isWebSocket)
                    if wire.begin() { serve(wire) }
                    let errors = wire.errors
                    state.withLock { state in
                        state.descriptors.remove(descriptor)
                        state.errors += errors
                    }
                    wire.end()
                }
            }
        }

        /// Sends the state on one thread and responds to messages on another.
        private func serve(_ wire: ConsoleWire) {
            if delay > 0 { Thread.sleep(forTimeInterval: delay) }
            wire.send(described(isWhole: true))
            Thread.detachNewThread { [self] in
                while wire.send(described(isWhole: false)) { usleep(useconds_t(1_000_000 / rate)) }
            }
            while let message = wire.next() {
                if message.isEmpty { state.withLock { $0.pongs += 1 } } else if let answer = answer(message) { wire.send(answer) }
            }
        }

        private func described(isWhole: Bool) -> [String: Any] {
            state.withLock { state in
                state.level = state.level >= -5 ? -40 : state.level + 1
                let rows = state.values.sorted { $0.key < $1.key }.map { id, fields -> [String: Any] in
                    func value(_ name: String) -> Double { fields[name]?.value ?? (name == "volume" ? 0.5 : 0) }
                    return [
                        isWhole ? "id" : "channel_id": id, "name": id.capitalized, "volume": value("volume"), "pan": value("pan"),
                        "mute": value("mute") != 0, "solo": value("solo") != 0, "level": state.level,
                        "times": fields.mapValues { $0.time },
                    ]
                }
                return isWhole
                    ? ["message_type": "MixingConsoleState", "channels": rows, "masterFader": 0.8, "selectedChannel": "vox"]
                    : ["message_type": "AudioStateUpdate", "timestamp": Self.now, "channel_states": rows]
            }
        }

        private func answer(_ message: [String: Any]) -> [String: Any]? {
            guard isGreeting, let client = message["client"] as? String else { return nil }
            switch message["message_type"] as? String {
            case "Hello":
                let last = state.withLock { state in
                    state.greetings += 1
                    return (state.last[client] ?? 0) + state.boast
                }
                return ["message_type": "Welcome", "client": client, "last_sequence": last]
            case "ConsoleEdit":
                guard let sequence = message["sequence"] as? Int, let channel = message["channel_id"] as? String,
                    let field = message["field"] as? String, let value = message["value"] as? NSNumber,
                    let time = message["timestamp"] as? Int
                else {
                    state.withLock { $0.errors.append("an edit without its members") }
                    return nil
                }
                let isApplied = state.withLock { state -> Bool in
                    // An edit that was already applied is ignored.
                    guard sequence > state.last[client] ?? 0 else { return true }
                    state.last[client] = sequence
                    guard state.values[channel] != nil, time >= state.values[channel]?[field]?.time ?? 0 else {
                        state.refused.append(sequence)
                        return false
                    }
                    state.values[channel]?[field] = (value.doubleValue, time)
                    state.applied.append(
                        Applied(client: client, sequence: sequence, channel: channel, field: field, value: value.doubleValue))
                    return true
                }
                return ["message_type": "EditApplied", "client": client, "sequence": sequence, "applied": isApplied]
            default: return nil
            }
        }
    }
#endif
