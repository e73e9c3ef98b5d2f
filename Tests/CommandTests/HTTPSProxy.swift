import Foundation
import SubdialTestSupport

@testable import SubdialProcessSupport

/// A server with TLS in front of another one, with a certificate of an authority that the system does not trust.
struct HTTPSProxy {
    /// Prints its port, and passes requests on to the address in its first argument.
    private static let script = """
        import http.server, ssl, sys, urllib.error, urllib.request

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                try:
                    if self.path.startswith("/events"):
                        raise OSError("no events")
                    with urllib.request.urlopen(sys.argv[1] + self.path, timeout=60) as answer:
                        status, body, kind = answer.status, answer.read(), answer.headers["Content-Type"]
                except (OSError, urllib.error.URLError):
                    status, body, kind = 404, b"", "text/plain"
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2], sys.argv[3])
        if len(sys.argv) > 4:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(sys.argv[4])
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """

    /// The server or its certificates cannot be made.
    struct CannotStart: Error, CustomStringConvertible {
        let description: String
    }

    private let process: FeedFront
    /// The address.
    let address: String
    /// The path of the authority's certificate.
    let authority: String

    /// Starts a server in front of `origin`, with a certificate for `name`, such as `IP:127.0.0.1`.
    ///
    /// - Parameter needsClient: True to serve only clients with a certificate of the authority, such as `tls-client.pem`.
    init(_ origin: String, name: String = "IP:127.0.0.1", needsClient: Bool = false, in sandbox: Sandbox) async throws {
        func path(_ file: String) -> String { sandbox.path("tls-\(file)") }
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        try "subjectAltName=\(name)\n".write(toFile: path("names"), atomically: true, encoding: .utf8)
        try Self.openssl(
            ["req", "-x509", "-days", "2", "-subj", "/CN=Home", "-keyout", path("ca.key"), "-out", path("ca.pem")] + curve)
        try Self.openssl(["req", "-subj", "/CN=hifi", "-keyout", path("server.key"), "-out", path("server.csr")] + curve)
        try Self.openssl([
            "x509", "-req", "-in", path("server.csr"), "-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial", "-days", "2",
            "-extfile", path("names"), "-out", path("server.pem"),
        ])
        authority = path("ca.pem")
        try Self.openssl(["req", "-subj", "/CN=client", "-keyout", path("client.key"), "-out", path("client.csr")] + curve)
        try Self.openssl([
            "x509", "-req", "-in", path("client.csr"), "-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial", "-days", "2",
            "-out", path("client.pem"),
        ])
        let process = try FeedFront(
            sandbox, ["-c", Self.script, origin, path("server.pem"), path("server.key")] + (needsClient ? [authority] : []),
            executable: Tool.python)
        self.process = process
        try await eventually("a server with TLS") { process.last != nil || !process.isRunning }
        guard let port = process.last else { throw CannotStart(description: process.errors) }
        address = "https://127.0.0.1:\(port)"
    }

    func stop() { process.stop() }

    private static func openssl(_ arguments: [String]) throws {
        guard let program = Tool.path("openssl"), Tool.succeeds([program] + arguments) else {
            throw CannotStart(description: "openssl cannot make certificates: \(arguments)")
        }
    }
}
