import SubdialExpressions
import Testing

@testable import SubdialMixers

/// Tests of channels and their changes.
@Suite struct MixerTests {
    private static func channel(
        _ id: String, _ kind: MixerChannel.Kind = .output, _ name: String = "", icon: String = "", volume: Double = 0.5,
        isDefault: Bool = false,
        isActive: Bool = true
    ) -> MixerChannel {
        MixerChannel(
            id: id, kind: kind, name: name.isEmpty ? id : name, icon: icon, volume: volume, isMuted: false, isDefault: isDefault,
            isActive: isActive)
    }

    @Test(
        arguments: [
            (0.5, MixerChange.volume(0.4), 1.0, 0.4), (0.5, .volume(1.4), 1, 1), (0.5, .volume(1.4), 1.5, 1.4),
            (0.5, .volumeStep(0.05), 1, 0.55),
            (0.98, .volumeStep(0.05), 1, 1), (0.02, .volumeStep(-0.05), 1, 0), (1.4, .volumeStep(0.05), 1, 1.4),
            (1.4, .volumeStep(-0.05), 1, 1.35),
            (1.4, .volume(1.2), 1, 1.2), (1.4, .volume(2), 1, 1.4), (0.5, .volume(.nan), 1, nil), (0.5, .volume(.infinity), 1, nil),
            (0.5, .mute(nil), 1, nil), (0.5, .makeDefault, 1, nil),
        ] as [(Double, MixerChange, Double, Double?)])
    func volumes(_ now: Double, _ change: MixerChange, _ maximum: Double, _ expected: Double?) {
        let volume = change.volume(of: Self.channel("output:a", volume: now), maximum: maximum)
        #expect(volume.map { ($0 * 1e6).rounded() } == expected.map { ($0 * 1e6).rounded() })
    }

    @Test(arguments: [
        ("output", "output:b"), ("input", "input:m"), ("output:a", "output:a"), ("hall", "output:a"), ("HALL", "output:a"), ("nobody", nil),
        ("", nil),
    ])
    func channelsAreFound(_ text: String, _ id: String?) {
        let mixer = Mixer(
            channels: [
                Self.channel("output:a", .output, "Hall"), Self.channel("output:b", .output, "Den", isDefault: true),
                Self.channel("input:m", .input, "Mic", isDefault: true),
            ], server: "test")
        #expect(mixer.channel(text)?.id == id)
    }

    @Test func whatMattersComesFirst() throws {
        let mixer = Mixer(
            channels: [
                Self.channel("output:a"), Self.channel("output:b", isDefault: true), Self.channel("input:n", .input),
                Self.channel("input:m", .input, isDefault: true), Self.channel("playback:1", .playback, isActive: false),
                Self.channel("playback:2", .playback), Self.channel("recording:3", .recording),
            ], server: "test")
        let rows = try #require(mixer.document.members?["channels"]?.elements)
        let ids = rows.map { $0.members?["id"]?.text ?? "" }
        #expect(ids == ["output:b", "playback:2", "playback:1", "input:m", "output:a", "recording:3", "input:n"])
        #expect(Mixer(channels: [], server: "").document != .missing)
    }

    @Test(arguments: [
        (channel("output:alsa_output.pci.hdmi-stereo"), "display"), (channel("output:x", .output, "WH-1000 Headset"), "headphones"),
        (channel("output:bluez_sink.00"), "headphones"), (channel("output:x"), "hifispeaker.fill"),
        (channel("input:x", .input), "mic.fill"),
        (channel("playback:1", .playback, "Firefox"), "globe"), (channel("playback:1", .playback, "mpv"), "film"),
        (channel("playback:1", .playback, "x", icon: "video-player"), "film"), (channel("playback:1", .playback, "pacat"), "music.note"),
    ])
    func symbols(_ channel: MixerChannel, _ symbol: String) {
        #expect(channel.symbol == symbol)
    }
}

extension Value {
    /// The members of a map; nil for other values.
    fileprivate var members: [String: Value]? { if case .map(let members) = self { members } else { nil } }

    /// The elements of a list; nil for other values.
    fileprivate var elements: [Value]? { if case .list(let elements) = self { elements } else { nil } }
}
