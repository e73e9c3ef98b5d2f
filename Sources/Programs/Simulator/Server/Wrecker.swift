import Glibc
import HTTPTypes
import Hummingbird
import NIOCore

/// Applies faults to responses and connections.
struct Wrecker: Sendable {
    /// The connection was closed on purpose, and no response can be sent.
    struct Broken: Error {}

    let clock: ScriptClock

    /// Applies a fault that acts before there is a response.
    func before(_ fault: Fault.Kind?, request: Request, channel: any Channel) async throws {
        switch fault {
        case .latency(let delay):
            try await clock.pause(for: delay)
        case .timeout:
            // Until the client disconnects or the simulator ends.
            _ = try? await request.body.consumeWithCancellationOnInboundClose { _ in try await Task.sleep(for: .seconds(86_400)) }
            channel.close(promise: nil)
            throw Broken()
        case .reset:
            // With a linger time of zero, closing sends an RST instead of a FIN.
            if let socket = channel as? any SocketOptionProvider {
                try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
            try await channel.close()
            throw Broken()
        default:
            return
        }
    }

    /// Applies a fault to a reply; `response` makes the response without a fault.
    func wreck(_ reply: Reply, by fault: Fault.Kind?, response: (Reply) -> Response) -> Response {
        switch fault {
        case .invalidJSON:
            guard case .json(let json) = reply.body else { return response(reply) }
            var broken = reply
            let bytes = json.wireBytes
            broken.body = .bytes(Array(bytes.prefix(bytes.count / 2)), type: "application/json")
            return response(broken)
        case .wrongTypes(let types):
            guard case .json(let json) = reply.body else { return response(reply) }
            var wrong = reply
            wrong.body = .json(json.mistyped(types))
            return response(wrong)
        case .corruptJPEG:
            return response(Reply(status: 200, body: .bytes(Self.corruptJPEG, type: "image/jpeg")))
        case .hugeBody(let size):
            var whole = response(reply)
            whole.body = Self.hugeBody(size, isPicture: whole.headers[.contentType]?.hasPrefix("image/") == true)
            return whole
        default:
            return wreck(response(reply), by: fault)
        }
    }

    /// Applies a fault to the framing of a response, whatever its contents.
    func wreck(_ response: Response, by fault: Fault.Kind?) -> Response {
        var response = response
        let body = response.body
        switch fault {
        case .truncated:
            response.body = Self.rewritten(body) { bytes, writer in
                try await writer.write(bytes.getSlice(at: bytes.readerIndex, length: bytes.readableBytes / 2) ?? ByteBuffer())
                throw Broken()
            }
        case .slowDrip(let interval):
            response.body = Self.rewritten(body) { [clock] bytes, writer in
                for byte in bytes.readableBytesView {
                    try await writer.write(ByteBuffer(bytes: [byte]))
                    try await clock.pause(for: interval)
                }
            }
        case .contentType(let type):
            response.headers[.contentType] = type
        case .hugeHeaders(let size):
            let line = 8000
            for index in 0..<(size + line - 1) / line {
                guard let name = HTTPField.Name("x-padding-\(index)") else { continue }
                response.headers[name] = String(repeating: "x", count: min(line, size - index * line))
            }
        default:
            break
        }
        return response
    }

    /// A body of the same length that is written differently.
    ///
    /// A stream is returned unchanged.
    private static func rewritten(
        _ body: ResponseBody, _ write: @escaping @Sendable (ByteBuffer, inout any ResponseBodyWriter) async throws -> Void
    ) -> ResponseBody {
        guard let length = body.contentLength else { return body }
        return ResponseBody(contentLength: length) { writer in
            let collector = Collector()
            try await body.write(collector)
            try await write(collector.bytes, &writer)
            try await writer.finish(nil)
        }
    }

    /// A body of `size` bytes that is streamed from a small buffer: JSON text of mostly spaces, or a picture of mostly noise.
    private static func hugeBody(_ size: Int, isPicture: Bool) -> ResponseBody {
        ResponseBody(contentLength: size) { writer in
            let chunk = ByteBuffer(repeating: isPicture ? 0xA5 : UInt8(ascii: " "), count: 64 * 1024)
            let head = isPicture ? Array(corruptJPEG.prefix(20)) : Array("{\"zones\":[".utf8)
            let tail = isPicture ? [] : Array("]}".utf8)
            var left = size - head.count - tail.count
            guard left >= 0 else { return try await writer.finish(nil) }
            try await writer.write(ByteBuffer(bytes: head))
            while left > 0 {
                try await writer.write(left >= chunk.readableBytes ? chunk : ByteBuffer(repeating: UInt8(ascii: " "), count: left))
                left -= min(left, chunk.readableBytes)
            }
            try await writer.write(ByteBuffer(bytes: tail))
            try await writer.finish(nil)
        }
    }

    /// A JFIF header followed by random bytes.
    static let corruptJPEG: [UInt8] = {
        var bytes: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01, 0x00, 0x00, 0x48, 0x00, 0x48, 0, 0,
        ]
        var random = SplitMix64(seed: 1)
        for _ in 0..<512 { withUnsafeBytes(of: random.next()) { bytes += $0 } }
        return bytes
    }()
}

/// Collects the bytes of a response body.
private final class Collector: ResponseBodyWriter {
    private(set) var bytes = ByteBuffer()

    func write(_ buffer: ByteBuffer) async throws {
        var buffer = buffer
        bytes.writeBuffer(&buffer)
    }

    func finish(_: HTTPFields?) async throws {}
}
