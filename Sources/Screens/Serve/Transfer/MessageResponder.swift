import FoundationEssentials
import HTTPTypes
import HummingbirdCore
import NIOCore
import SubdialBasics
import SubdialDocuments
import SubdialTimeline

/// Handles the requests of message senders and receivers.
struct MessageResponder: Sendable {
    /// The maximum size of a message, in bytes.
    private static let maximumBytes = 64 << 10
    /// The maximum number of messages in a response, and their approximate maximum size in bytes.
    private static let (maximumAnswer, maximumAnswerBytes) = (100, 1 << 20)
    /// The maximum wait of a receiver, in seconds.
    private static let maximumWait = 60
    /// The name in replies.
    private static let name = "subdial"
    /// The number of JSON levels that a response adds around a message.
    private static let levels = 8

    let queues: MessageQueues

    /// - Parameter parts: The path components after `messages`.
    func respond(to request: Request, _ parts: [String]) async throws -> Response {
        guard parts.count == 1 || parts.count == 2 && parts[1] == "received" else {
            throw ServeError(
                .notFound, "there is nothing at '\(request.uri.path.oneLine(limit: 80))'; messages are at /transfer/messages/NAME")
        }
        let name = parts[0]
        guard (1...64).contains(name.utf8.count), !name.hasPrefix("."), name.utf8.allSatisfy(Self.isPlain) else {
            throw ServeError(.badRequest, "a receiver's name has 1 to 64 letters, digits, '-', '_' and '.', and begins with no '.'")
        }
        switch (request.method, parts.count) {
        case (.post, 1): return try await post(name, request)
        case (.post, _): return try await received(name, request)
        case (.get, 1): return try await messages(name, request)
        default:
            throw ServeError(
                .methodNotAllowed,
                "\(request.uri.path.oneLine(limit: 80)) takes \(parts.count == 1 ? "GET and POST" : "POST"), not \(request.method.rawValue.oneLine(limit: 80))"
            )
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "-_.".utf8.contains(byte)
    }

    private func post(_ name: String, _ request: Request) async throws -> Response {
        let id = request.uri.queryParameters["id"].map(String.init)
        if let id, !(1...200).contains(id.utf8.count) { throw ServeError(.badRequest, "id takes 1 to 200 characters") }
        let message = try await body(request)
        let (number, isRepeated) = try await queues.post(message.text(), named: id, to: name)
        let members = [
            JSONMember("ok", .bool(true)), JSONMember("number", .integer(Int64(number))), JSONMember("repeated", .bool(isRepeated)),
        ]
        return answer(message["type"]?.string == nil ? members : members + Self.reply(to: message, at: .now), to: request)
    }

    /// The reply to a message of a player: the message, who replies, and when.
    private static func reply(to message: JSONValue, at date: Date) -> [JSONMember] {
        [
            JSONMember("message", message), JSONMember("repliedBy", .string(name)),
            JSONMember("repliedAt", .double((date.timeIntervalSince1970 * 1000).rounded() / 1000)),
        ]
    }

    private func received(_ name: String, _ request: Request) async throws -> Response {
        let json = try await body(request)
        guard case .integer(let through)? = json["through"], through >= 0 else {
            throw ServeError(.badRequest, #"what was received is told as {"through":NUMBER}"#)
        }
        let left = try await queues.remove(through: Int(through), of: name, queue: json["queue"]?.string)
        return answer([JSONMember("ok", .bool(true)), JSONMember("left", .integer(Int64(left)))], to: request)
    }

    private func messages(_ name: String, _ request: Request) async throws -> Response {
        let query = request.uri.queryParameters
        func number(_ key: String, in range: ClosedRange<Int>) throws(ServeError) -> Int? {
            guard let text = query[Substring(key)] else { return nil }
            guard let value = Int(text), range.contains(value) else {
                let limits = range.upperBound == .max ? "from \(range.lowerBound) on" : "\(range.lowerBound) to \(range.upperBound)"
                throw ServeError(.badRequest, "\(key) takes a whole number, \(limits), not '\(String(text).oneLine(limit: 80))'")
            }
            return value
        }
        let after = try number("after", in: 0...(.max)) ?? 0
        let wait = try number("wait", in: 0...Self.maximumWait) ?? 0
        let queue = try await queues.queue(
            of: name, after: after, queue: query["queue"].map(String.init), within: .seconds(wait))
        let waiting = queue?.messages.filter { $0.number > after } ?? []
        var (sent, bytes): ([JSONValue], Int) = ([], 0)
        for message in waiting.prefix(Self.maximumAnswer) {
            bytes += message.text.utf8.count
            guard sent.isEmpty || bytes <= Self.maximumAnswerBytes, let value = try? JSONValue(parsing: message.text) else { break }
            sent.append(
                .object([
                    JSONMember("number", .integer(Int64(message.number))), JSONMember("date", .string(message.date.iso8601)),
                    JSONMember("message", value),
                ]))
        }
        return answer(
            [
                JSONMember("queue", .string(queue?.id ?? "")), JSONMember("messages", .array(sent)),
                JSONMember("more", .bool(sent.count < waiting.count)),
            ], to: request)
    }

    /// The JSON body of a message.
    private func body(_ request: Request) async throws -> JSONValue {
        guard request.headers[.contentType]?.prefix(while: { $0 != ";" }).lowercased() == "application/json" else {
            throw ServeError(.unsupportedMediaType, "a message is sent with 'Content-Type: application/json'")
        }
        let bytes = try await request.bytes(upTo: Self.maximumBytes, else: "a message has \(Self.maximumBytes >> 10) KiB at most")
        do {
            let value = try JSONValue(parsing: bytes)
            // The response nests the message more deeply, so it must parse at that depth too.
            let (before, after) = (String(repeating: "[", count: Self.levels), String(repeating: "]", count: Self.levels))
            _ = try JSONValue(parsing: before + value.text() + after)
            return value
        } catch {
            throw ServeError(.badRequest, "the message is not JSON: \(error)")
        }
    }

    private func answer(_ members: [JSONMember], to request: Request) -> Response {
        WidgetResponder.response(
            Array((JSONValue.object(members).text() + "\n").utf8), "application/json", cacheControl: "no-store", to: request)
    }
}
