/// A kind of player on this desktop, or on one near it, that can be followed without a bridge.
public enum PlayerKind: String, Hashable, Sendable, CaseIterable {
    /// Players on the session bus.
    case mpris
    /// The Music Player Daemon.
    case mpd
    /// VLC by its web interface.
    case vlc
}
