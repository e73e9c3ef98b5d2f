import Testing

@testable import Players

@Suite struct PlayerKindTests {
    @Test func areCalledWhatUsersCallThem() {
        #expect(PlayerKind.allCases.map(\.rawValue) == ["mpris", "mpd", "vlc"])
    }
}
