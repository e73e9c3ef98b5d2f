import FoundationEssentials
import SubdialBasics
import SubdialGLib
import SubdialHTTP
import SubdialSnapshots

/// A store on a web server: plain HTTP with a token, or the interface of S3.
struct RemoteStore: PictureStore {
    private enum Access: Sendable {
        /// A token for `Authorization: Bearer`; nil for none.
        case token(String?)
        /// The keys of S3.
        case keys(HTTPSigning, session: String?)
    }

    private static let patience: Duration = .seconds(60)

    /// The address to which paths are relative, without a slash at its end.
    private let base: String
    private let access: Access
    let address: String

    /// A store with an `http` or `https` address.
    ///
    /// - Parameter environment: The variable `SUBDIAL_STORE_TOKEN` has the token.
    /// - Throws: ``PictureStoreError`` for a token that would be sent without encryption.
    init(url: String, _ environment: [String: String]) throws(PictureStoreError) {
        let token = environment["SUBDIAL_STORE_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        guard let parsed = try? WebURL(parsing: url), !parsed.hasQuery, parsed.user == nil else {
            throw PictureStoreError(url, "this is no address of a store")
        }
        guard token == nil || url.hasPrefix("https://") || parsed.isLoopback else {
            throw PictureStoreError(url, "SUBDIAL_STORE_TOKEN would be sent without encryption; use https")
        }
        base = String(url.reversed().drop { $0 == "/" }.reversed())
        access = .token(token)
        address = base
    }

    /// A store of S3, `s3://BUCKET/PREFIX`.
    ///
    /// - Parameter environment: The variables of the tools of AWS: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`,
    ///   `AWS_REGION`, and `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` for a server that is not Amazon's.
    init(s3 place: String, _ environment: [String: String]) throws(PictureStoreError) {
        func value(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
        let parts = place.dropFirst("s3://".count).split(separator: "/").map(String.init)
        guard let bucket = parts.first else { throw PictureStoreError(place, "the bucket is missing: s3://BUCKET/FOLDER") }
        guard let key = value("AWS_ACCESS_KEY_ID"), let secret = value("AWS_SECRET_ACCESS_KEY") else {
            throw PictureStoreError(place, "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set")
        }
        let region = value("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
        let folder = parts.dropFirst().map { "/\($0)" }.joined()
        if let endpoint = value("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") {
            base = "\(String(endpoint.reversed().drop { $0 == "/" }.reversed()))/\(bucket)\(folder)"
        } else {
            base = "https://\(bucket).s3.\(region).amazonaws.com\(folder)"
        }
        access = .keys(HTTPSigning(key: key, secret: secret, region: region, service: "s3"), session: value("AWS_SESSION_TOKEN"))
        address = place
    }

    func bytes(at path: String, limit: Int) async throws(PictureStoreError) -> [UInt8]? {
        let answer = try await send(.get, path, limit: limit)
        return answer.status == 404 ? nil : answer.body
    }

    func has(_ path: String) async throws(PictureStoreError) -> Bool { try await send(.other("HEAD", body: []), path).status != 404 }

    func write(_ bytes: [UInt8], to path: String) async throws(PictureStoreError) {
        let answer = try await send(.other("PUT", body: bytes), path)
        guard answer.status != 404 else { throw PictureStoreError("\(address)/\(path)", "the store has no such folder or bucket") }
    }

    /// Sends a request; an answer that is neither a success nor `404` is an error.
    private func send(_ method: HTTPRequest.Method, _ path: String, limit: Int = 1 << 20) async throws(PictureStoreError) -> HTTPResponse {
        var request = HTTPRequest(method, url: "\(base)/\(path)", timeout: Self.patience)
        request.maximumBody = limit
        request.maximumRedirects = 0
        if case .other("PUT", _) = method { request.headers.append(HTTPHead.Field(name: "Content-Type", value: "image/png")) }
        switch access {
        case .token(let token):
            if let token { request.headers.append(HTTPHead.Field(name: "Authorization", value: "Bearer \(token)")) }
        case .keys(let signing, let session):
            request.signing = signing
            var body: [UInt8] = []
            if case .other(_, let sent) = method { body = sent }
            request.headers.append(HTTPHead.Field(name: "x-amz-content-sha256", value: SHA256.hex(body)))
            if let session { request.headers.append(HTTPHead.Field(name: "x-amz-security-token", value: session)) }
        }
        var problem = ""
        // A server that is busy, or a connection that breaks, is asked again.
        for attempt in 0..<3 {
            if attempt > 0 { try? await Task.sleep(for: .milliseconds(500 << attempt)) }
            do {
                let answer = try await HTTPClient().send(request)
                if (200..<300).contains(answer.status) || answer.status == 404 { return answer }
                problem = Self.reason(answer)
                guard answer.status == 429 || answer.status >= 500 else { break }
            } catch {
                problem = "\(error)"
            }
        }
        throw PictureStoreError("\(address)/\(path)", problem)
    }

    private static func reason(_ answer: HTTPResponse) -> String {
        switch answer.status {
        case 401, 403: "the store refuses access (\(answer.status)): look at the token or the keys"
        case 507, 413: "the store is full, or refuses the size (\(answer.status))"
        default: "the store answered with \(answer.status)"
        }
    }
}
