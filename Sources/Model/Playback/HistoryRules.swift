/// Rules of the listening history: which zones are recorded, for how long, and where listens are submitted.
public struct HistoryRules: Hashable, Sendable {
    /// The number of days after which a listen is deleted; nil to keep listens forever.
    public var keptDays: Double?
    /// Zones that are not recorded, by id, name or kind of source.
    public var privateZones: [String]
    /// The account that listens are submitted to; nil for none.
    public var listenBrainz: ListenBrainzAccount?

    /// Makes rules; by default all zones are recorded and listens are kept forever.
    public init(keptDays: Double? = nil, privateZones: [String] = [], listenBrainz: ListenBrainzAccount? = nil) {
        self.keptDays = keptDays
        self.privateZones = privateZones
        self.listenBrainz = listenBrainz
    }
}

/// An account on a server that implements ListenBrainz's protocol.
public struct ListenBrainzAccount: Hashable, Sendable {
    /// The base URL of the server, without a trailing slash.
    public var url: String
    /// The file whose first line is the user's token.
    public var tokenFile: String

    /// The URL of ListenBrainz's own server.
    public static let usualURL = "https://api.listenbrainz.org"

    /// Makes an account.
    public init(url: String = usualURL, tokenFile: String) {
        self.url = url
        self.tokenFile = tokenFile
    }
}
