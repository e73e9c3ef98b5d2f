import SubdialPlayback
import Testing

@testable import SubdialEngine

/// The arguments of `subdial control`.
@Suite struct ControlRequestTests {
    @Test(
        arguments: [
            ("play", .play), ("mute", .mute), ("mute on", .mute(true)), ("mute OFF", .mute(false)), ("mute toggle", .mute),
            ("shuffle", .shuffle(nil)), ("shuffle on", .shuffle(true)), ("loop none", .loop(.none)),
            ("loop toggle", .nextLoop), ("loop Toggle", .nextLoop),
            ("consume", .consume(nil)), ("consume toggle", .consume(nil)), ("consume on", .consume(.on)), ("single OFF", .single(.off)),
            ("single oneshot", .single(.oneshot)), ("single once", .single(.oneshot)), ("single", .single(nil)),
            ("loop Playlist", .loop(.playlist)),
            ("open https://radio/x?a=1 2", .open("https://radio/x?a=1 2")), ("seek 90", .seek(.to(90))), ("seek 1:30", .seek(.to(90))),
            ("seek +1:30", .seek(.by(90))), ("seek -0:05", .seek(.by(-5))), ("seek 1:02:03.5", .seek(.to(3723.5))),
            ("seek +5", .seek(.by(5))), ("seek 90:00", .seek(.to(5400))),
        ] as [(String, PlaybackControl)])
    func wordsAreRead(_ words: String, _ control: PlaybackControl) throws {
        #expect(try ControlRequest(words: words) == .playback(control))
    }

    @Test(arguments: [
        ("mute maybe", "takes on, off or toggle"), ("shuffle 3", "takes on, off or toggle"), ("loop", "such as 'track'"),
        ("loop twice", "takes none, track, playlist or toggle"),
        ("single 2", "takes on, off, oneshot or toggle"),
        ("consume maybe", "takes on, off, oneshot or toggle"), ("seek 1:99", "takes seconds or a time"),
        ("seek 1:", "takes seconds or a time"),
        ("seek 1:2:3:4", "takes seconds or a time"), ("seek 1.5:30", "takes seconds or a time"), ("seek :", "takes seconds or a time"),
        ("seek nan", "takes seconds or a time"), ("seek 1e3", "takes seconds or a time"),
        ("open", "such as 'https://radio.example/stream'"),
        ("play now", "takes nothing"), ("jump", "there are next, pause, play"),
    ])
    func whatIsWrongIsTold(_ words: String, _ message: String) {
        let error = #expect(throws: ControlRequestError.self) { try ControlRequest(words: words) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
}
