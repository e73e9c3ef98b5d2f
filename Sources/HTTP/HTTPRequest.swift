/// One request to a web server, with the limits within which its answer is accepted.
public struct HTTPRequest: Hashable, Sendable {
    /// What is asked of the server.
    public enum Method: Hashable, Sendable {
        case get
        case post(body: [UInt8], contentType: String)
        /// Any other word, with a body where that is not empty; what it is told by a field of its own.
        case other(String, body: [UInt8])
    }

    /// An `http` or `https` address, ready to be sent: what needs percent-encoding in it is encoded.
    public var url: String
    /// What is asked, with the body where there is one.
    public var method: Method
    /// What the `Accept` header says; curl's own `*/*` where nil.
    public var accept: String?
    /// Header fields beside those that the client writes.
    public var headers: [HTTPHead.Field] = []
    /// Whether the answer may come compressed.
    ///
    /// Only text gains by it: pictures are compressed already, and event streams must not wait.
    public var acceptsGzip = false
    /// How long all of it may take, from the look-up of the name to the last byte.
    ///
    /// nil for as long as it takes.
    ///
    public var timeout: Duration?
    /// How long it may take until the connection stands.
    public var connectTimeout: Duration = .seconds(3)
    /// How long nothing at all may come while the answer is under way.
    ///
    /// Only streams keep to it.
    public var idleTimeout: Duration?
    /// The largest body to accept, in bytes, as it is after unpacking.
    ///
    /// Streams have no end, and thus no limit.
    public var maximumBody = 1 << 20
    /// The most that all header fields together may have, in bytes.
    public var maximumHeaders = 64 << 10
    /// How many redirects a GET follows, none but to http and https.
    ///
    /// A POST follows none.
    public var maximumRedirects = 3
    /// True to connect to no address of this machine or of its own network, whatever name leads there.
    ///
    /// Each address is looked at as it is connected to, so that a name server cannot say another one later.
    public var refusesPrivateAddresses = false

    /// Makes a request with the usual limits.
    public init(_ method: Method = .get, url: String, timeout: Duration? = .seconds(10)) {
        self.method = method
        self.url = url
        self.timeout = timeout
    }
}
