import FoundationEssentials
import Glibc
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import SubdialBasics
import SubdialDocuments
import SubdialSystem

/// Handles the requests of displays that draw for themselves: the current state, its files, and pending messages.
struct TransferResponder: Sendable {
    /// The path prefix of all its URLs.
    static let prefix = "/transfer/"

    let contexts: TransferContexts
    let messages: MessageResponder

    /// The response for a path that begins with ``prefix``; the client has been authenticated already.
    func respond(to request: Request) async throws -> Response {
        let parts = request.uri.path.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.first == "messages" { return try await messages.respond(to: request, Array(parts.dropFirst())) }
        guard parts == ["context.json"] || parts.count == 2 && parts[0] == "files" else {
            throw ServeError(
                .notFound,
                "there is nothing at '\(request.uri.path.oneLine(limit: 80))'; there are /transfer/context.json, /transfer/files/SHA256 and "
                    + "/transfer/messages/NAME")
        }
        guard request.method == .get || request.method == .head else {
            throw ServeError(
                .methodNotAllowed,
                "\(request.uri.path.oneLine(limit: 80)) takes GET and HEAD, not \(request.method.rawValue.oneLine(limit: 80))")
        }
        return parts.count == 1 ? try await context(request) : try await file(parts[1], request)
    }

    private func context(_ request: Request) async throws -> Response {
        let query = request.uri.queryParameters
        let kinds = query["kinds"].map { $0.split(separator: ",").map(String.init) }
        let hasFonts: Bool
        switch query["fonts"] {
        case nil, "1": hasFonts = true
        case "0": hasFonts = false
        case let other?: throw ServeError(.badRequest, "fonts takes 1 or 0, not '\(String(other).oneLine(limit: 80))'")
        }
        return WidgetResponder.json(try await contexts.context(of: kinds, hasFonts: hasFonts).json, to: request)
    }

    // MARK: Files

    private func file(_ address: String, _ request: Request) async throws -> Response {
        guard address.isSHA256, let content = await contexts.shelf.content(of: address) else { throw Self.unknown(address) }
        let size: Int
        let file: TransferFile?
        switch content {
        case .bytes(let bytes): (size, file) = (bytes.count, nil)
        case .file(let path, let identity):
            guard let open = TransferFile(path, identity) else {
                await contexts.shelf.forget(address)
                throw Self.unknown(address)
            }
            (size, file) = (identity.size, open)
        }
        let tag = "\"\(address)\""
        var headers: HTTPFields = [
            .contentType: "application/octet-stream", .eTag: tag, .acceptRanges: "bytes",
            .cacheControl: "private, max-age=31536000, immutable",
        ]
        HTTPField.Name("Repr-Digest").map { headers[$0] = "sha-256=:\(Self.base64(address)):" }
        if Conditions(tags: request.headers[.ifNoneMatch], date: nil).isFresh(tag: tag, modified: nil) {
            return Response(status: .notModified, headers: headers)
        }
        let range: Range<Int>
        var status = HTTPResponse.Status.ok
        // Only GET supports ranges (RFC 9110, 14.2).
        switch request.method == .get
            ? ByteRange(request.headers[.range], ifRange: request.headers[.ifRange], tag: tag, size: size) : .whole
        {
        case .whole: range = 0..<size
        case .part(let part):
            range = part
            status = .partialContent
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        guard request.method != .head else {
            return Response(status: status, headers: headers, body: ResponseBody(contentLength: size) { try await $0.finish(nil) })
        }
        switch (content, file) {
        case (.bytes(let bytes), _): return Response(status: status, headers: headers, body: ResponseBody(sharing: bytes[range]))
        case (.file, let file?): return Response(status: status, headers: headers, body: file.body(range))
        case (.file, nil): throw Self.unknown(address)
        }
    }

    private static func unknown(_ address: String) -> ServeError {
        ServeError(
            .notFound, "no file of the context has the address '\(address.oneLine(limit: 80))': ask for /transfer/context.json again")
    }

    /// The bytes of a hexadecimal text, in Base64.
    private static func base64(_ hex: String) -> String {
        let digits = hex.compactMap(\.hexDigitValue)
        return Data(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }).base64EncodedString()
    }
}

/// The requested range of a file (RFC 9110, 14).
enum ByteRange: Hashable {
    /// The whole file: no range, several ranges, or an unsupported unit or format.
    case whole
    case part(Range<Int>)
    /// The range is outside of the file.
    case unsatisfiable

    /// Parses the header fields of a request.
    ///
    /// - Parameters:
    ///   - field: The field `Range`; nil if it is absent.
    ///   - condition: The field `If-Range`; nil if it is absent.
    ///   - tag: The strong entity tag of the file, with its quotes.
    ///   - size: The size of the file in bytes.
    init(_ field: String?, ifRange condition: String? = nil, tag: String, size: Int) {
        self = .whole
        // A date never matches: files are addressed by content.
        if let condition, condition.filter({ $0 != " " && $0 != "\t" }) != tag { return }
        guard let field else { return }
        let parts = field.filter { $0 != " " && $0 != "\t" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.position(ends[0]), let last = Self.position(ends[1]) else { return }
        switch (first, last) {
        case (nil, nil): return
        case (nil, let length?):
            // A suffix range: the last bytes of the file.
            if length == 0 { self = .unsatisfiable } else if size > 0 { self = .part(max(0, size - length)..<size) }
        case (let start?, let end):
            guard start <= end ?? .max else { return }
            self = start < size ? .part(start..<min(size, (end ?? size - 1).addingOne)) : .unsatisfiable
        }
    }

    /// Parses a byte position; the result is `Int.max` on overflow, an inner nil for an empty text, and nil for a text that is not a
    /// number.
    private static func position(_ text: Substring) -> Int?? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.isEmpty ? .some(nil) : Int(text) ?? .max
    }
}

extension Int {
    fileprivate var addingOne: Int { self == .max ? self : self + 1 }
}

/// A file that is being sent, checked to be the one that the manifest named.
final class TransferFile: Sendable {
    /// The error of a file that has changed.
    struct HasChanged: Error {}

    /// The number of bytes in memory at a time.
    private static let chunk = 128 << 10

    private let descriptor: Int32
    private let identity: FileVersion

    /// Opens a file; nil if it does not exist or has changed.
    init?(_ path: String, _ identity: FileVersion) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        guard FileVersion(descriptor: descriptor) == identity else {
            close(descriptor)
            return nil
        }
        (self.descriptor, self.identity) = (descriptor, identity)
    }

    deinit { close(descriptor) }

    /// The response body for a range of the file, read while it is sent; the connection closes if the file is written meanwhile.
    func body(_ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let (start, count) = (offset, min(Self.chunk, range.upperBound - offset))
                let bytes = try await NIOThreadPool.singleton.runIfActive { try self.read(start..<start + count) }
                try await writer.write(bytes)
                offset += count
            }
            try await writer.finish(nil)
        }
    }

    private func read(_ range: Range<Int>) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { space in
            var filled = 0
            while filled < range.count {
                let count = pread(
                    descriptor, space.baseAddress?.advanced(by: filled), range.count - filled, off_t(range.lowerBound + filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw HasChanged() }
                filled += count
            }
            return filled
        }
        // The check follows the read: only then are these certainly the bytes.
        guard FileVersion(descriptor: descriptor) == identity else { throw HasChanged() }
        return buffer
    }
}
