/// A request to a web server, with the limits for its response.
package struct HTTPRequest: Hashable, Sendable {
    /// The method of the request.
    package enum Method: Hashable, Sendable {
        case get
        case post(body: [UInt8], contentType: String)
        /// Another method, with a body unless that is empty; its media type needs a field in `headers`.
        case other(String, body: [UInt8])
    }

    /// An `http` or `https` URL, percent-encoded.
    package var url: String
    /// The method, with its body if it has one.
    package var method: Method
    /// The `Accept` field; nil for curl's default `*/*`.
    package var accept: String?
    /// Additional header fields.
    package var headers: [HTTPHead.Field] = []
    /// True to accept a compressed response.
    ///
    /// Only text benefits: pictures are already compressed, and event streams must not be delayed.
    package var acceptsGzip = false
    /// The time limit for the whole request, from name resolution to the last byte.
    ///
    /// nil for no limit.
    package var timeout: Duration?
    /// The time limit for connecting.
    package var connectTimeout: Duration = .seconds(3)
    /// The maximum time without any data during the response.
    ///
    /// It applies only to streams.
    package var idleTimeout: Duration?
    /// The maximum size of the body in bytes, after decompression.
    ///
    /// Streams have no limit.
    package var maximumBody = 1 << 20
    /// The maximum total size of the header fields in bytes.
    package var maximumHeaders = 64 << 10
    /// The maximum number of redirects of a GET, only to http and https.
    ///
    /// A POST follows none.
    package var maximumRedirects = 3
    /// True to refuse connections to addresses of this machine or of private networks, whatever host name resolves to them.
    ///
    /// Each address is checked when it is connected to, so that DNS rebinding has no effect.
    package var refusesPrivateAddresses = false
    /// The certificates; nil for those of the settings.
    package var certificates: HTTPCertificates?
    /// The keys with which curl signs the request as AWS wants it; nil for none.
    package var signing: HTTPSigning?

    /// Makes a request with the default limits.
    package init(_ method: Method = .get, url: String, timeout: Duration? = .seconds(10)) {
        self.method = method
        self.url = url
        self.timeout = timeout
    }
}

/// The keys of a request that is signed with AWS's Signature Version 4.
package struct HTTPSigning: Hashable, Sendable {
    let key: String
    let secret: String
    /// The region, such as `us-east-1`.
    let region: String
    /// The name of the service, such as `s3`.
    let service: String

    /// Makes keys for a service in a region.
    package init(key: String, secret: String, region: String, service: String) {
        self.key = key
        self.secret = secret
        self.region = region
        self.service = service
    }
}
