import HTTPTypes
import HummingbirdCore
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialKinds
import SubdialSystem
import Synchronization

extension WebhookTransport.Request {
    /// The path of the webhook with its secret, which the first call creates.
    ///
    /// - Throws: ``ServeError`` for an unusable file, `WriteError` if it cannot be created.
    package func path(_ files: WebhookFiles) throws -> String {
        "\(WebhookTransport.prefix)\(name)/\(try AccessToken.load(files.secret(of: name)).token.text)"
    }
}

/// Receives the documents of webhooks: `POST /webhooks/NAME/SECRET` with JSON.
///
/// The secret in the path is the whole proof, because senders such as code hosts and cameras can send no header of their own.
struct WebhookResponder: Sendable {
    /// The maximum size of a document, in bytes.
    private static let maximumBytes = 1 << 20

    private let files: WebhookFiles
    private let rate = WebhookRate()
    private let lane = WorkLane()

    init(_ files: WebhookFiles) { self.files = files }

    /// The response for a path that begins with `WebhookTransport.prefix`.
    func respond(to request: Request, from client: Connections.Client, _ logger: Logger) async throws -> Response {
        guard let name = await name(in: request.uri.path, logger) else {
            throw ServeError(.notFound, "there is no such webhook; 'subdial kind fetch KIND --explain' prints its address")
        }
        client.trust()
        guard request.method == .post else { throw ServeError(.methodNotAllowed, "a webhook receives documents with POST") }
        guard rate.admits(name) else {
            throw ServeError(
                .tooManyRequests, "a webhook receives \(WebhookRate.maximum) documents in \(WebhookRate.seconds) seconds at most")
        }
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
        guard type == "application/json" || type.hasSuffix("+json") else {
            throw ServeError(.unsupportedMediaType, "a document is sent with 'Content-Type: application/json'")
        }
        let bytes = try await request.bytes(upTo: Self.maximumBytes, else: "a document has \(Self.maximumBytes >> 10) KiB at most")
        do {
            _ = try JSONValue(parsing: bytes)
        } catch {
            throw ServeError(.badRequest, "the document is not JSON: \(error)")
        }
        let file = files.document(of: name)
        let result = await lane.value { () -> Result<Void, WriteError> in
            // The sender does not send it again once it has the answer.
            Result { () throws(WriteError) in _ = try file.write(bytes, isDurable: true) }
        }
        switch result {
        case .success: break
        case .failure(let error):
            logger.warning("\(error)", metadata: ["webhook": "\(name)"])
            throw ServeError(.insufficientStorage, "the document cannot be stored")
        case nil: throw ServeError(.unavailable, "the document cannot be stored now")
        }
        logger.debug("a document was received", metadata: ["webhook": "\(name)", "bytes": "\(bytes.count)"])
        return WidgetResponder.response(Array("{\"ok\":true}\n".utf8), "application/json", cacheControl: "no-store", to: request)
    }

    /// The name in a path with its secret; nil without the right one.
    ///
    /// A name without a secret is compared with one too, so that the time of the answer shows no names.
    private func name(in path: String, _ logger: Logger) async -> String? {
        let parts = path.dropFirst(WebhookTransport.prefix.count).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, WebhookTransport.isName(parts[0]) else { return nil }
        let file = files.secret(of: parts[0])
        let token = await lane.value { () -> AccessToken? in
            do throws(ServeError) {
                return try AccessToken.existing(file)
            } catch {
                logger.warning("\(error)")
                return nil
            }
        }
        return (token.flatMap { $0 } ?? AccessToken()).matches(parts[1]) ? parts[0] : nil
    }
}

/// Limits how often each webhook receives a document, because each is written to the disk.
private final class WebhookRate: Sendable {
    /// The maximum number of documents in this time.
    static let (maximum, seconds) = (60, 10)

    private let admitted = Mutex<[String: [ContinuousClock.Instant]]>([:])

    /// True if a document may be received now; it then counts as received.
    func admits(_ name: String, at now: ContinuousClock.Instant = .now) -> Bool {
        admitted.withLock { admitted in
            var recent = admitted[name, default: []].filter { $0 + .seconds(Self.seconds) > now }
            let isAdmitted = recent.count < Self.maximum
            if isAdmitted { recent.append(now) }
            admitted[name] = recent
            return isAdmitted
        }
    }
}
