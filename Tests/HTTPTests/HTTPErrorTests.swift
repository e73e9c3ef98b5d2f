import Glibc
import SubdialCLibraries
import Testing

@testable import SubdialHTTP

@Suite struct HTTPErrorTests {
    /// curl's result, the status of the last response if there was one, and the error.
    @Test(
        arguments: [
            (CURLE_OK.rawValue, nil, nil), (CURLE_URL_MALFORMAT.rawValue, nil, .badURL("said")),
            // A server that does not speak HTTP, and a redirect to another protocol.
            (CURLE_UNSUPPORTED_PROTOCOL.rawValue, nil, .notHTTP), (CURLE_UNSUPPORTED_PROTOCOL.rawValue, 302, .badRedirect("said")),
            (CURLE_WEIRD_SERVER_REPLY.rawValue, nil, .notHTTP),
            (CURLE_TOO_MANY_REDIRECTS.rawValue, 302, .badRedirect("more than 3 redirects")),
            (CURLE_COULDNT_RESOLVE_HOST.rawValue, nil, .cannotResolve(host: "nas")), (CURLE_OPERATION_TIMEDOUT.rawValue, 200, .timedOut),
            // A connection that is closed before the response, and in the middle of it.
            (CURLE_GOT_NOTHING.rawValue, nil, .reset), (CURLE_RECV_ERROR.rawValue, nil, .reset), (CURLE_SEND_ERROR.rawValue, nil, .reset),
            (CURLE_RECV_ERROR.rawValue, 200, .truncated), (CURLE_PARTIAL_FILE.rawValue, 200, .truncated),
            (CURLE_FILESIZE_EXCEEDED.rawValue, 200, .bodyTooLarge(limit: 5000)),
            (CURLE_PEER_FAILED_VERIFICATION.rawValue, nil, .tls("said")),
            (CURLE_ABORTED_BY_CALLBACK.rawValue, nil, .cancelled), (CURLE_OUT_OF_MEMORY.rawValue, nil, .other("said")),
        ] as [(UInt32, Int?, HTTPError?)])
    func curlsResultsAreErrors(_ code: UInt32, _ status: Int?, _ expected: HTTPError?) {
        #expect(HTTPError(CURLcode(rawValue: code), text: "said", host: "nas", status: status, maximumBody: 5000, redirects: 3) == expected)
    }

    @Test(arguments: [(ECONNREFUSED, HTTPError.refused), (EHOSTUNREACH, .other("said")), (0, .other("said"))])
    func aFailedConnectionIsToldByTheSystem(_ number: Int32, _ expected: HTTPError) {
        #expect(HTTPError(CURLE_COULDNT_CONNECT, text: "said", errno: number) == expected)
    }

    @Test func anUnknownAuthorityHasASolution() {
        let error = HTTPError(CURLE_PEER_FAILED_VERIFICATION, text: "said", isAuthorityUnknown: true)
        #expect(error == .tls("said; for an authority of your own, write 'tls: { ca: FILE }' in the configuration"))
    }

    @Test(arguments: [
        (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 kB"), (64 << 10, "64 kB"), ((1 << 20) - 1, "1023 kB"), (5 << 20, "5 MB"),
    ])
    func limitsAreInTheirUnit(_ limit: Int, _ expected: String) {
        #expect("\(HTTPError.bodyTooLarge(limit: limit))" == "the answer is larger than \(expected)")
        #expect("\(HTTPError.headersTooLarge(limit: limit))" == "the answer's header fields are larger than \(expected)")
    }
}
