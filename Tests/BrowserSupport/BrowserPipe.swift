// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import SubdialDocuments
    import Synchronization

    @testable import SubdialProcessSupport

    /// A browser process with a connection over the descriptors 3 and 4: JSON texts, each followed by a zero byte.
    final class BrowserPipe: Sendable {
        /// The error of a failed call.
        enum Failure: Error, CustomStringConvertible {
            case noPipe, ended
            case silent(String)
            case refused(String, JSONValue)

            var description: String {
                switch self {
                case .noPipe: "there is no pipe to be had"
                case .ended: "the browser has ended"
                case .silent(let method): "the browser has not answered \(method)"
                case .refused(let method, let error): "\(method): \(error["message"]?.string ?? error.text())"
                }
            }
        }

        private struct State {
            var last: Int64 = 0
            /// The calls without a response.
            var waiting: [Int64: CheckedContinuation<JSONValue, any Error>] = [:]
            var events: [JSONValue] = []
            var hasEnded = false
        }

        private let program: SpawnedProgram
        private let socket: Int32
        private let state = Mutex(State())

        /// The events of the browser so far, each with its `method` and `params`.
        var events: [JSONValue] { state.withLock { $0.events } }

        init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
            let (near, far) = try Self.pair()
            defer { close(far) }
            // One socket serves as both descriptors.
            program = try SpawnedProgram(path, arguments, environment: environment, descriptors: [far, far])
            socket = near
            Thread.detachNewThread { [self] in read() }
        }

        // The reading thread retains this object, so that it has ended before.
        deinit { close(socket) }

        /// Returns the ends of a new connection, with numbers above the descriptors of the program.
        private static func pair() throws -> (near: Int32, far: Int32) {
            var ends: [Int32] = [0, 0]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw Failure.noPipe }
            defer { for end in ends { close(end) } }
            let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
            guard high[0] >= 0, high[1] >= 0 else { throw Failure.noPipe }
            return (high[0], high[1])
        }

        private func read() {
            var message: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = Glibc.read(socket, &buffer, buffer.count), count > 0 {
                var rest = buffer[..<count]
                while let end = Self.end(in: rest) {
                    message += rest[..<end]
                    if let value = try? JSONValue(parsing: message) { take(value) }
                    message = []
                    rest = rest[(end + 1)...]
                }
                message += rest
            }
            let waiting = state.withLock { state in
                state.hasEnded = true
                defer { state.waiting = [:] }
                return state.waiting.values
            }
            for call in waiting { call.resume(throwing: Failure.ended) }
        }

        /// The index of the zero byte; `firstIndex` is slow in a build without optimization, and pictures are megabytes.
        private static func end(in bytes: ArraySlice<UInt8>) -> Int? {
            bytes.withUnsafeBytes { buffer in
                guard let start = buffer.baseAddress, let end = memchr(start, 0, buffer.count) else { return nil }
                return bytes.startIndex + start.distance(to: UnsafeRawPointer(end))
            }
        }

        private func take(_ message: JSONValue) {
            if case .integer(let id)? = message["id"] {
                finish(id, .success(message))
            } else {
                state.withLock { $0.events.append(message) }
            }
        }

        /// Ends a call, once.
        private func finish(_ id: Int64, _ result: Result<JSONValue, any Error>) {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(with: result)
        }

        /// Sends a call and waits for the response.
        func ask(_ method: String, _ parameters: [JSONMember] = [], session: String? = nil) async throws -> JSONValue {
            let id = state.withLock { state in
                state.last += 1
                return state.last
            }
            var members = [
                JSONMember("id", .integer(id)), JSONMember("method", .string(method)), JSONMember("params", .object(parameters)),
            ]
            if let session { members.append(JSONMember("sessionId", .string(session))) }
            let bytes = Array(JSONValue.object(members).text().utf8) + [0]
            let limit = Task {
                try await Task.sleep(for: .seconds(180))
                finish(id, .failure(Failure.silent(method)))
            }
            defer { limit.cancel() }
            let answer = try await withCheckedThrowingContinuation { (call: CheckedContinuation<JSONValue, any Error>) in
                let hasEnded = state.withLock { state in
                    if !state.hasEnded { state.waiting[id] = call }
                    return state.hasEnded
                }
                guard !hasEnded else { return call.resume(throwing: Failure.ended) }
                do { try write(bytes) } catch { finish(id, .failure(error)) }
            }
            if let error = answer["error"] { throw Failure.refused(method, error) }
            return answer["result"] ?? .null
        }

        private func write(_ bytes: [UInt8]) throws {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { throw Failure.ended }
                sent += count
            }
        }

        /// Stops the browser and waits until it has ended.
        func stop() {
            shutdown(socket, Int32(SHUT_RDWR))
            program.stop()
        }
    }
#endif
