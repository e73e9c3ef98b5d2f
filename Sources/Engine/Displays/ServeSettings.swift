/// How widgets are served over HTTP, as the configuration has it.
public struct ServeSettings: Hashable, Sendable {
    /// `ADDRESS:PORT`; nil for this machine alone.
    public var listen: String?
    /// The path of the token's file; nil for the usual one, where a token is needed.
    public var tokenFile: String?
    /// Where displays reach the server, without a slash at the end; nil for the address that they asked.
    public var url: String?

    /// Makes settings of which none is set.
    public init() {}
}
