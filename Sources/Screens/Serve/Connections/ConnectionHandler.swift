import NIOCore
import NIOHTTP1

/// Limits the time that a client has for its requests and for reading the responses, and refuses requests with several meanings.
///
/// It stands directly behind the decoder of requests, where it sees all header lines as they were sent.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Phase {
        /// The header of a request has not arrived completely.
        case header
        /// The body of a request has not arrived completely.
        case body
        /// A complete request is being answered.
        case answer
    }

    private let connections: Connections
    private var phase: Phase?
    private var deadline: Scheduled<Void>?
    private var readingDeadline: Scheduled<Void>?
    private var (requests, responses) = (0, 0)
    private var isInBody = false
    /// True if no further request is accepted, because the connection is refused or one of its requests was.
    private var isRefused = false
    /// True for a request after which the decoder understands no other.
    private var isLast = false
    private var readsNoMore = false
    /// The number of responses of the connection, after a request that cannot be decoded; nil while all can be.
    private var lastResponse: Int?

    init(_ connections: Connections) { self.connections = connections }

    // MARK: Connection

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        let isAdded = connections.add(ObjectIdentifier(channel), from: PeerAddress(channel.remoteAddress)) { channel.close(promise: nil) }
        if isAdded { update(context) } else { refuse(context) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        readingDeadline?.cancel()
        connections.remove(ObjectIdentifier(context.channel))
        context.fireChannelInactive()
    }

    /// Sends the reason without waiting for a request, and closes the connection.
    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        let text = #"{"ok":false,"error":"too many clients are connected; ask again in a second"}"# + "\n"
        let fields = [
            ("Content-Type", "application/json"), ("Content-Length", "\(text.utf8.count)"), ("Connection", "close"), ("Retry-After", "1"),
        ]
        let head = HTTPResponseHead(version: .http1_1, status: .serviceUnavailable, headers: HTTPHeaders(Self.fixed + fields))
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    /// Starts the time for the next part of a request, or ends it while a complete request is being answered.
    private func update(_ context: ChannelHandlerContext) {
        let next: Phase = requests > responses ? .answer : isInBody ? .body : .header
        guard next != phase else { return }
        phase = next
        deadline?.cancel()
        deadline = next == .answer ? nil : closing(context, after: connections.limits.requestTime)
        connections.record(ObjectIdentifier(context.channel), isWaiting: next != .answer)
    }

    private func closing(_ context: ChannelHandlerContext, after time: Duration) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: TimeAmount(time)) { channel.close(promise: nil) }
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        var part = Self.unwrapInboundIn(data)
        switch part {
        case .head(var head):
            guard head.hasOneMeaning else {
                (isRefused, readsNoMore) = (true, true)
                // The client gets the same response as to a request that cannot be decoded, after those to its earlier requests.
                context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
                return
            }
            if head.headers.contains(name: "Upgrade") {
                isLast = true
                head.headers.replaceOrAdd(name: "Connection", value: "close")
                part = .head(head)
            }
            isInBody = true
        case .body: break
        case .end:
            requests += 1
            isInBody = false
            readsNoMore = isLast
        }
        update(context)
        context.fireChannelRead(Self.wrapInboundOut(part))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if lastResponse == nil { lastResponse = requests + 1 }
        context.fireErrorCaught(error)
    }

    func read(context: ChannelHandlerContext) {
        // Behind a request for another protocol, the decoder would store all further bytes.
        if !readsNoMore { context.read() }
    }

    // MARK: Responses

    /// The header fields of all responses.
    private static let fixed = [("X-Content-Type-Options", "nosniff"), (crossOrigin, "same-origin")]
    private static let crossOrigin = "Cross-Origin-Resource-Policy"

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // A request with a damaged body may have its response already.
        if let lastResponse, responses >= lastResponse {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        var part = Self.unwrapOutboundIn(data)
        switch part {
        case .head(var head):
            for (name, value) in Self.fixed where !head.headers.contains(name: name) { head.headers.add(name: name, value: value) }
            part = .head(head)
        case .body: break
        case .end:
            responses += 1
            update(context)
        }
        context.write(Self.wrapOutboundOut(part), promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isBlocked = !context.channel.isWritable
        readingDeadline?.cancel()
        readingDeadline = isBlocked ? closing(context, after: connections.limits.readingTime) : nil
        connections.record(ObjectIdentifier(context.channel), isBlocked: isBlocked)
        context.fireChannelWritabilityChanged()
    }
}

extension HTTPRequestHead {
    /// False for a request that a proxy and this server could understand differently, and for one to another server.
    ///
    /// The decoder refuses the others: several lengths, a length beside a transfer encoding, continued lines, control characters.
    var hasOneMeaning: Bool {
        let hosts = headers["Host"]
        guard hosts.count == 1 || hosts.isEmpty && version == .http1_0, hosts.allSatisfy(Self.isAuthority), method != .CONNECT else {
            return false
        }
        let codings = headers["Transfer-Encoding"]
        guard codings.isEmpty || version == .http1_1 && codings.map({ $0.lowercased() }) == ["chunked"] else { return false }
        if uri.hasPrefix("/") || uri == "*" && method == .OPTIONS { return true }
        let target = uri.lowercased().split(separator: "://", maxSplits: 1)
        guard target.count == 2, target[0] == "http" else { return false }
        return target[1].prefix { !"/?#".contains($0) } == hosts.first?.lowercased() ?? ""
    }

    /// True for a host name or an address in brackets, with or without a port.
    private static func isAuthority(_ text: String) -> Bool {
        func isWord(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "-._~".utf8.contains(byte)
        }
        let bytes = Array(text.utf8)
        guard bytes.count <= 255 else { return false }
        let host: ArraySlice<UInt8>
        let rest: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            (host, rest) = (bytes[1..<end], bytes[(end + 1)...])
            guard host.allSatisfy({ isWord($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") }) else { return false }
        } else {
            host = bytes.prefix { $0 != UInt8(ascii: ":") }
            rest = bytes.dropFirst(host.count)
            guard host.allSatisfy(isWord) else { return false }
        }
        let port = rest.dropFirst()
        return !host.isEmpty
            && (rest.isEmpty
                || rest.first == UInt8(ascii: ":") && port.allSatisfy { (0x30...0x39).contains($0) }
                    && UInt16(String(decoding: port, as: UTF8.self)) != nil)
    }
}
