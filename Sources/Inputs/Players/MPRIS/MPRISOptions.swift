/// The selection of players on the session bus.
///
/// A pattern is a player's name or contains `*` for any text. `vlc` matches every instance of VLC, `firefox.instance_1_42` one instance of
/// Firefox. Case does not matter.
package struct MPRISOptions: Hashable, Sendable {
    /// The players that the zone `mpris` may follow, the preferred first.
    ///
    /// `%any` stands for all others. If the list is empty, the zone may follow every player.
    package var players: [String]
    /// Players to ignore, as if they were not running.
    package var ignored: [String]
    /// The address of the bus; nil for the user's session bus.
    package var address: String?

    /// The time limit for a player's reply.
    package var answerTime: Duration = .seconds(3)
    /// The time after connecting during which a query about all players waits for slow ones.
    package var settlingTime: Duration = .milliseconds(300)
    /// The age from which a player is read anew for a query or a control: not every player signals its changes.
    var readingAge: Duration = .seconds(1)
    /// The time for which a query or a control waits for a player that is read anew; then it gets the last reading.
    var readingPatience: Duration = .milliseconds(700)
    /// The interval at which a playing player with subscribers is read anew.
    package var checkInterval: Duration = .seconds(10)
    /// The time after the computed end of a track at which the player is read anew, unless it has signalled another track.
    var endPatience: Duration = .milliseconds(300)
    /// The time for which a player may report an earlier state than the one that was requested.
    var settlingTimeOfControls: Duration = .seconds(2)
    /// The time for which a player that stopped during playback counts as loading the next track.
    package var stoppingTime: Duration = .milliseconds(400)
    /// The minimum time between two pushed readings of a zone; the first change of a series is pushed at once.
    package var mergingTime: Duration = .milliseconds(20)
    /// The time for which a piece of a track, such as a title without its artist, is held back if the player is not known to send the rest.
    package var piecePatience: Duration = .milliseconds(20)
    /// The time for which a piece is held back if the player has sent the rest of the last one: mpv sends it 100 ms later.
    package var learnedPiecePatience: Duration = .milliseconds(250)
    /// The time for which a track is held back until the version of its music file is known, which a slow disk may delay.
    var coverPatience: Duration = .milliseconds(200)
    /// The time after which the connection to the sound server ends if nobody needs it.
    var audioLingering: Duration = .seconds(5)
    /// The time before a sound server that was not there is tried again: for a query, and for subscribers.
    var audioPause: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// The delays before a lost bus is opened again: the first, and the maximum after repeated failures.
    package var reopening: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    /// Makes options; with empty lists every player may be active.
    package init(players: [String] = [], ignored: [String] = [], address: String? = nil) {
        self.players = players
        self.ignored = ignored
        self.address = address
    }
}
