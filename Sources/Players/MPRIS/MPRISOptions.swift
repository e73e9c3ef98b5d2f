/// Which players of the session bus count.
///
/// A pattern is a player's name (`vlc`, which means every instance of it, or `firefox.instance_1_42`), or has `*` where anything may
/// stand. Case does not matter.
public struct MPRISOptions: Hashable, Sendable {
    /// The players that the zone `mpris` may mean, the preferred first.
    ///
    /// `%any` stands for all others. Where there is nothing, all may be meant.
    public var players: [String]
    /// Players that are left out, as if they were not there.
    public var ignored: [String]
    /// The address of the bus; nil for that of the user's session.
    public var address: String?

    /// How long a player may take for an answer.
    public var answerTime: Duration = .seconds(3)
    /// For how long slow players are waited for when all of them are asked about.
    public var settlingTime: Duration = .milliseconds(300)
    /// For how long a player that stopped while it played counts as between two tracks.
    public var stoppingTime: Duration = .milliseconds(400)
    /// The least time between two pushed readings of a zone; the first change of a row is pushed at once.
    public var mergingTime: Duration = .milliseconds(20)
    /// For how long a piece of a track, such as a title without its artist, is held back of a player that is not known to send the rest.
    public var piecePatience: Duration = .milliseconds(20)
    /// For how long a piece is held back of a player that has sent the rest of the last one: mpv sends it 100 ms later.
    public var learnedPiecePatience: Duration = .milliseconds(250)
    /// How long to wait before a lost bus is looked for, at first and after many failures.
    public var reopening: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    /// Makes options; without any all players count.
    public init(players: [String] = [], ignored: [String] = [], address: String? = nil) {
        self.players = players
        self.ignored = ignored
        self.address = address
    }
}
