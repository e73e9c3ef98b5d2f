import FoundationEssentials
import SubdialPlayback
import Testing

@testable import SubdialLibrary

/// Tests of request bodies in the format of ListenBrainz's documentation.
@Suite struct ListenBrainzSubmissionTests {
    private let listen = Listen(
        track: Track(title: "So What", artist: "Miles Davis", album: "Kind of Blue", length: 562.04),
        started: Date(timeIntervalSince1970: 1_800_000_000.9), heardUntil: Date(timeIntervalSince1970: 1_800_000_200), source: "roon",
        zone: "Kitchen")

    @Test func aListenIsDatedByWholeSeconds() {
        let expected = """
            {"listen_type":"single","payload":[{"listened_at":1800000000,"track_metadata":{"artist_name":"Miles Davis","track_name":"So What",\
            "release_name":"Kind of Blue","additional_info":{"duration_ms":562040,"media_player":"roon","submission_client":"subdial",\
            "submission_client_version":"1.2"}}}]}
            """
        #expect(ListenBrainzSubmission(.single, [listen], version: "1.2").json.text() == expected)
    }

    @Test func whatPlaysNowHasNoDate() {
        var bare = listen
        bare.track = Track(title: "So What", artist: "Miles Davis")
        bare.source = nil
        let expected = """
            {"listen_type":"playing_now","payload":[{"track_metadata":{"artist_name":"Miles Davis","track_name":"So What",\
            "additional_info":{"submission_client":"subdial","submission_client_version":"1.2"}}}]}
            """
        #expect(ListenBrainzSubmission(.playingNow, [bare], version: "1.2").json.text() == expected)
    }

    @Test(arguments: [
        ("So What", "Miles Davis", 0.0, true), ("So What", " ", 0, false), ("", "Miles Davis", 0, false), ("A", "B", -9e8, false),
    ])
    func onlyWhatTheServerTakesIsSent(_ title: String, _ artist: String, _ shift: Double, _ isTaken: Bool) {
        var other = listen
        other.track = Track(title: title, artist: artist)
        other.started += shift
        #expect(ListenBrainzSubmission.accepts(other) == isTaken)
    }
}
