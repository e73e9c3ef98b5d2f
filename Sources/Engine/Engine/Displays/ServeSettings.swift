/// The settings of the widget server, from the configuration.
package struct ServeSettings: Hashable, Sendable {
    /// The address as `ADDRESS:PORT`; nil for loopback only.
    package var listen: String?
    /// The path of the token file; nil for the default one, if a token is required.
    package var tokenFile: String?
    /// The URL at which displays reach the server, without a trailing slash; nil for the address of the request.
    package var url: String?

    /// Makes settings with no value set.
    package init() {}
}
