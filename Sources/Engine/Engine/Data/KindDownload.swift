import SubdialHTTP
import SubdialKinds

/// The download of a kind that somebody shares.
package enum KindDownload {
    /// The maximum size of an archive in bytes.
    package static let maximumBytes = 16 << 20
    private static let timeout = 60.0
    private static let redirects = 5

    /// Downloads an archive, with the rules for the requests of kinds: a redirect leads neither into a private network nor from https to http.
    ///
    /// - Parameters:
    ///   - address: The address that the user has given.
    ///   - allowsHTTP: True to permit an address without encryption.
    /// - Throws: `KindError` with the reason.
    package static func bytes(at address: String, allowsHTTP: Bool, http: HTTPClient = HTTPClient()) async throws(KindError) -> [UInt8] {
        guard address.hasPrefix("https://") || allowsHTTP else {
            throw KindError(
                .source, at: "url", "an address begins with https://; --allow-http permits one without encryption", value: address)
        }
        let reader = URLReader(
            http: http, question: URLTransport.Request(url: address, redirects: redirects), timeout: timeout, maximum: maximumBytes)
        do throws(URLReader.Failure) {
            guard case .document(let answer, _) = try await reader.read() else {
                throw URLReader.Failure(error: KindError(.source, at: "url", "the server sends nothing", value: address))
            }
            return answer.body
        } catch {
            throw error.error
        }
    }
}
