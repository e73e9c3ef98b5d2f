import FoundationEssentials
import SubdialBasics
import SubdialPlayback

/// A player's metadata, normalized: many players follow the specification only roughly.
struct MPRISMetadata: Hashable, Sendable {
    /// The maximum number of characters of a string.
    static let maximumText = 4096
    /// The maximum length in bytes of an artwork's location, which may contain the picture itself.
    static let maximumArtworkLocation = PictureLimit.bytes / 3 * 4 + 4096

    private static let artworkKey = "mpris:artUrl"

    /// All metadata, with long strings truncated.
    let values: [String: DBusValue]
    /// The player's id of the track; nil if it has none.
    private let trackID: String?
    /// The track; nil if nothing is loaded.
    let track: Track?
    /// The cover that the player sends; nil if there is none.
    let artwork: MPRISArtwork?
    /// The path of the local file that plays; nil if something else plays, or an advertisement.
    let musicFile: String?

    init(_ raw: [String: DBusValue] = [:]) {
        var values: [String: DBusValue] = [:]
        for (key, value) in raw {
            if key == Self.artworkKey {
                if let text = value.text, text.utf8.count <= Self.maximumArtworkLocation { values[key] = value }
            } else {
                values[key] = value.capped(to: Self.maximumText)
            }
        }
        self.values = values
        let trackID = values["mpris:trackid"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        self.trackID = trackID
        let isAdvertisement = trackID.map { $0.contains(":ad:") || $0.hasPrefix("/com/spotify/ad/") } ?? false
        let track = Self.track(of: values, isAdvertisement: isAdvertisement)
        self.track = track
        // Tracks of one album share a cover. Without an album, as in a stream, the cover belongs to title and artist.
        let hasAlbum = values["xesam:album"]?.texts.contains { $0.unlessBlank != nil } ?? false
        let record = track.map { hasAlbum ? [$0.album] : [$0.title, $0.artist] } ?? []
        artwork = isAdvertisement ? nil : values[Self.artworkKey]?.text.flatMap { MPRISArtwork($0, record: record) }
        let file = values["xesam:url"]?.text.flatMap { MediaAddress.path(of: $0) }
        musicFile = file.flatMap { isAdvertisement || $0.utf8.count >= 4096 ? nil : $0 }
    }

    /// The number of things that are known of the track: title, artist, album, length and cover.
    var richness: Int {
        guard let track else { return 0 }
        return [track.title, track.artist, track.album].count { !$0.isEmpty } + (track.length == nil ? 0 : 1) + (artwork == nil ? 0 : 1)
    }

    /// The track id if it is a valid object path, as `SetPosition` expects it; nil otherwise.
    var trackPath: String? {
        guard let trackID, trackID.hasPrefix("/"), trackID != "/org/mpris/MediaPlayer2/TrackList/NoTrack" else { return nil }
        let parts = trackID.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isPath = parts.allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { byte in
                    let character = Character(UnicodeScalar(byte))
                    return byte < 0x80 && (character.isLetter || character.isNumber || character == "_")
                }
        }
        return isPath ? trackID : nil
    }

    /// True if the two describe different tracks: by track id and URL, or by their texts if both lack these.
    func isOtherTrack(than other: MPRISMetadata) -> Bool {
        let (address, otherAddress) = (values["xesam:url"]?.text, other.values["xesam:url"]?.text)
        if trackID != other.trackID || address != otherAddress { return true }
        guard trackID == nil, address == nil else { return false }
        return track?.title != other.track?.title || track?.artist != other.track?.artist || track?.album != other.track?.album
    }

    private static func track(of values: [String: DBusValue], isAdvertisement: Bool) -> Track? {
        func text(_ key: String) -> String { values[key]?.texts.filter { $0.unlessBlank != nil }.joined(separator: ", ") ?? "" }
        let length = values["mpris:length"]?.number.flatMap(seconds)
        if isAdvertisement { return Track(title: "Advertisement", length: length) }
        let stream = StreamMetadata(values)
        let names = TrackNames(
            title: stream.song ?? text("xesam:title"), artist: text("xesam:artist").unlessBlank ?? text("xesam:albumArtist"),
            album: text("xesam:album"), station: stream.station ?? "", address: values["xesam:url"]?.text ?? "")
        let track = Track(title: names.title, artist: names.artist, album: names.album, length: length)
        return track == Track(title: "") ? nil : track
    }

    /// Converts a length from microseconds to seconds; nil if it is implausible: browsers send the largest integer for a live stream.
    private static func seconds(_ microseconds: Double) -> Double? {
        let seconds = microseconds / 1_000_000
        return seconds > 0 && seconds < 100 * 86_400 ? seconds : nil
    }

    /// A length in microseconds as an integer, from any form in which players send it; nil if it is implausible.
    static func length(_ value: DBusValue) -> DBusValue? {
        guard let number = value.number, seconds(number) != nil else { return nil }
        return .int(Int64(saturating: number.rounded()))
    }
}
