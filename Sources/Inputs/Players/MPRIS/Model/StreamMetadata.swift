import SubdialBasics

/// The song and the station of a stream, in the keys that players have for them.
///
/// Other players need no key: mpv, Clementine, Strawberry, Audacious and Shortwave send the song as `xesam:title`.
struct StreamMetadata: Hashable, Sendable {
    /// The song; nil if the player has no key for it, or the stream sends none.
    let song: String?
    /// The station; nil if it is unknown.
    let station: String?

    /// Keys with the song, while `xesam:title` has the station.
    private static let songKeys = [
        // cmus, mpris.c: the title that an HTTP stream sends.
        "cmus:stream_title",
        // VLC, modules/control/dbus/dbus_player.c: the "now playing" of the input.
        "vlc:nowplaying",
    ]

    /// Keys with the station, while `xesam:title` has the song.
    private static let stationKeys = [
        // Rhythmbox, plugins/mpris/rb-mpris-plugin.c: the name of the stream, sent together with the title of a song.
        "rhythmbox:streamTitle",
        // Goodvibes, its MPRIS server: the name of the station.
        "goodvibes:station",
    ]

    init(_ values: [String: DBusValue]) {
        func first(of keys: [String]) -> String? { keys.lazy.compactMap { values[$0]?.text?.unlessBlank }.first }
        song = first(of: Self.songKeys)
        station = first(of: Self.stationKeys) ?? (song == nil ? nil : values["xesam:title"]?.text?.unlessBlank)
    }
}
