/// Rules of the listening history: which zones are recorded, for how long, and where listens are submitted.
public struct HistoryRules: Hashable, Sendable {
    /// Days after which a listen is forgotten; nil for never.
    public var keptDays: Double?
    /// Zones that are not recorded, by id or name, or by their source's kind.
    public var privateZones: [String]
    /// The account that listens are submitted to; nil for none.
    public var listenBrainz: ListenBrainzAccount?

    /// Makes rules; without any all zones are recorded, for good.
    public init(keptDays: Double? = nil, privateZones: [String] = [], listenBrainz: ListenBrainzAccount? = nil) {
        self.keptDays = keptDays
        self.privateZones = privateZones
        self.listenBrainz = listenBrainz
    }
}

/// An account on a server that takes listens by ListenBrainz's protocol.
public struct ListenBrainzAccount: Hashable, Sendable {
    /// The server's root, without a slash at its end.
    public var url: String
    /// The file whose first line is the user's token.
    public var tokenFile: String

    /// ListenBrainz's own server.
    public static let usualURL = "https://api.listenbrainz.org"

    /// Names an account.
    public init(url: String = usualURL, tokenFile: String) {
        self.url = url
        self.tokenFile = tokenFile
    }
}
