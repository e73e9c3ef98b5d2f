import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import Testing

@Suite struct LimitsTests {
    private func merged(_ change: (inout Reading) -> Void) -> PlaybackState {
        var state = PlaybackState(zone: livingRoom)
        state.merge(reading(0, .poll, change))
        return state
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, 9.3e18, -1e300])
    func numbersAreBoundedWhereTheyAreMerged(_ number: Double) {
        let state = merged {
            $0.status = .playing
            $0.track = Track(title: "So What", length: number)
            $0.position = .some(PlaybackPosition(seconds: number, time: at(0)))
            $0.volumeScale = .some(VolumeScale(minimum: -number, maximum: number, step: 1, unit: .number))
            $0.volumeValue = number
        }
        #expect(state.track.value?.length.map { $0 <= SourceLimits.magnitude && $0 > 0 } ?? true)
        #expect(state.position.value.map { $0.seconds.magnitude <= SourceLimits.magnitude } ?? true)
        #expect(state.volumeValue.value.map { $0.magnitude <= SourceLimits.magnitude } ?? true)
        #expect(state.volume.map { $0.ratio.isFinite } ?? true)
        #expect(state.elapsed(at: at(1)).map { $0.isFinite } ?? true)
    }

    /// The volume of a player that amplifies stays within its range.
    @Test func theRangeOfAPlayerThatAmplifiesStaysWhole() {
        let scale = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number, boost: 200)
        let state = merged {
            $0.volumeScale = .some(scale)
            $0.volumeValue = 120
        }
        #expect(state.volume == Volume(value: 120, scale: scale))
    }

    @Test func textsAreCutBetweenScalarsAndCleaned() throws {
        let long = String(repeating: "日本", count: 100_000)
        let state = merged {
            $0.name = "Kit\u{1B}[31mchen\n\u{202E}"
            $0.track = Track(title: long, artist: "a\u{9B}2Jb", album: "\u{0}")
            $0.metadata = ["xesam:comment": .texts(Array(repeating: long, count: 500)), "xesam:asText": .text("one\ntwo")]
        }
        #expect(state.name.value == "Kit [31mchen ")
        let track = try #require(state.track.value)
        #expect(track.title.utf8.count <= SourceLimits.textBytes && track.title.utf8.count > SourceLimits.textBytes - 4)
        #expect(track.title.unicodeScalars.allSatisfy { "日本".unicodeScalars.contains($0) })
        #expect(track.artist == "a 2Jb")
        guard case .texts(let texts)? = state.metadata.value["xesam:comment"] else { return #expect(Bool(false)) }
        #expect(texts.count == SourceLimits.texts && texts.allSatisfy { $0.utf8.count <= SourceLimits.textBytes })
        #expect(state.metadata.value["xesam:asText"] == .text("one\ntwo"))
    }

    @Test func listsAreCut() {
        let state = merged {
            $0.queue = Array(repeating: Track(title: "x"), count: 100_000)
            $0.metadata = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("key:\($0)", .flag(true)) })
        }
        #expect(state.queue.value.count == SourceLimits.queue)
        #expect(state.metadata.value.count == SourceLimits.metadataKeys)
    }

    @Test func aPartOfAKeyNamesAnotherPictureAndIsNone() {
        #expect(merged { $0.artwork = .some(Artwork(key: String(repeating: "k", count: 10_000))) }.artwork.value == nil)
        #expect(merged { $0.artwork = .some(Artwork(key: "k")) }.artwork.value == Artwork(key: "k"))
    }

    @Test func whatAnEarlierRunKeptIsOlderThanAnythingOfThisRun() throws {
        // Stored by a run whose clock was a year ahead.
        var kept = PlaybackState(zone: livingRoom)
        let ahead: SteadyDate = at(365 * 86_400)
        var reading = Reading(zone: livingRoom, stamp: Stamp(ahead, .push))
        reading.status = .playing
        reading.track = Track(title: "Old", length: 100)
        reading.position = .some(PlaybackPosition(seconds: 5, time: ahead))
        reading.connection = .live
        kept.merge(reading)
        var state = PlaybackState(restoring: StoredPlayback(kept, at: at(0)), at: at(0))
        #expect(state.track.value?.title == "Old")
        #expect(state.lastContact <= at(0) as SteadyDate)
        #expect(state.elapsed(at: at(1)) == 6)
        var news = Reading(zone: livingRoom, stamp: Stamp(at(0), .poll))
        news.track = Track(title: "New")
        news.status = .paused
        state.merge(news)
        #expect(state.track.value?.title == "New")
        #expect(state.status(at: at(0)) == .paused)
    }
}
