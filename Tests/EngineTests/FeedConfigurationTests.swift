import Foundation
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialEngine

@Suite struct FeedConfigurationTests {
    private func configuration(_ file: String) throws -> Configuration {
        let folder = try TemporaryFolder()
        try AtomicFile.write(Array(file.utf8), to: "\(folder.path)/subdial/config.yaml")
        return try Configuration(.init(), environment: ["XDG_CONFIG_HOME": folder.path, "HOME": "/home/me"], folder: "/")
    }

    @Test func settingsOfLinesAreRead() throws {
        let configuration = try configuration(
            """
            feed:
              text: "{{ dynamic }}"
              width: 50
              hideAfter: 10m
              texts: { paused: "⏸ {{ title }}", stopped: "" }
              icons: { roon: R, Living Room: L }
              clicks: { right: zone next, middle: "" }
            formats:
              waybar: { width: 60, progressClass: true, hideAfter: none, alt: "{{ player }}" }
              eww: { marquee: true, tooltip: "{{ album }}" }
            art: { path: ~/cover.png, size: 256, placeholder: transparent, command: "pkill -RTMIN+4 waybar" }
            """)
        var feed = FeedSettings()
        (feed.text, feed.width, feed.texts) = ("{{ dynamic }}", 50, ["paused": "⏸ {{ title }}", "stopped": ""])
        feed.hideAfter = 600
        (feed.icons, feed.clicks) = (["roon": "R", "Living Room": "L"], [.right: "zone next", .middle: ""])
        #expect(configuration.feed == feed)
        #expect(configuration.settings(ofFormat: "tmux") == feed)
        var waybar = feed
        (waybar.width, waybar.progressClass, waybar.hideAfter, waybar.alt) = (60, true, .infinity, "{{ player }}")
        #expect(try FeedOptions(format: "waybar", settings: waybar).hideAfter == nil)
        #expect(try FeedOptions(format: "tmux", settings: feed).hideAfter == 600)
        #expect(configuration.settings(ofFormat: "waybar") == waybar)
        // An alias refers to the format.
        #expect(configuration.settings(ofFormat: "json").marquee == true)
        #expect(configuration.settings(ofFormat: "quickshell").tooltip == "{{ album }}")
        #expect(
            configuration.art
                == ArtSettings(path: "/home/me/cover.png", side: 256, placeholder: .transparent, command: "pkill -RTMIN+4 waybar"))
    }

    @Test(arguments: [
        ("feed: { widht: 3 }", ":1:9: there is no key 'widht' in feed; did you mean 'width'?"),
        ("feed:\n  width: 0\n", ":2:10: feed: width takes 1 to 200 columns"),
        ("feed:\n  width: wide\n", ":2:10: feed: width takes 1 to 200 columns"),
        ("feed: { marquee: 3 }", ":1:18: feed: marquee takes true or false, not '3'"),
        ("feed: { hideAfter: soon }", ":1:20: feed: hideAfter takes a length of time like 30s, 15m, 1h or 1d, or none, not 'soon'"),
        ("feed: { hideAfter: -5 }", ":1:20: feed: hideAfter takes a length of time"),
        ("feed:\n  text: '{{ title'\n", ":2:9: feed: text"),
        ("feed:\n  texts: { pausd: x }\n", ":2:12: there is no key 'pausd' in feed: texts; did you mean 'paused'?"),
        ("feed: { clicks: { lefft: next } }", "there is no key 'lefft' in feed: clicks; did you mean 'left'?"),
        ("feed: { clicks: { left: jump } }", ":1:25: feed: clicks: left: control does not know 'jump'"),
        ("feed: { clicks: { left: volume loud } }", "control volume takes a number"),
        ("formats: { wayber: { width: 3 } }", "there is no key 'wayber' in formats; did you mean 'waybar'?"),
        ("art: { size: 4 }", ":1:14: art: size takes 8 to 2048 pixels"),
        ("art: 5", ":1:6: art: keys with values should stand here, like 'path: ~/.cache/cover.png'"),
    ])
    func whatIsWrongIsToldWhereItStands(_ file: String, _ message: String) {
        let error = #expect(throws: ConfigurationError.self) { try configuration(file) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
}

@Suite struct SyncConfigurationTests {
    @Test(arguments: [
        ("{}", "'bridgeURL' should be a text"), ("[]", "'bridgeURL' should be a text"), ("{", "1:2"),
        (#"{"bridgeURL":"http://a","allowedZoneIds":"x"}"#, "'allowedZoneIds' should be a list of texts, or null"),
        (#"{"bridgeURL":"http://a","allowedZoneIds":[1]}"#, "'allowedZoneIds' should hold nothing but texts"),
        (#"{"bridgeURL":"http://a","selectedZoneId":1}"#, "'selectedZoneId' should be a text, or null"),
        (#"{"bridge_url":7}"#, "'bridge_url' should be a text"),
        (#"{"bridge_url":"http://a","allowed_zone_ids":"x"}"#, "'allowed_zone_ids' should be a list of texts, or null"),
        (#"{"bridge_url":"http://a","selected_zone_id":[]}"#, "'selected_zone_id' should be a text, or null"),
        (
            #"{"bridgeURL":"http://a","bridge_url":"http://b"}"#,
            "'bridgeURL' and 'bridge_url' are two spellings of one key, with different values; leave one of them out"
        ),
    ])
    func whatCannotBeUsedIsTold(_ text: String, _ message: String) {
        let error = #expect(throws: SyncConfigurationError.self) { try SyncConfiguration(parsing: text) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    /// A file, the imported settings, and the file after that.
    @Test(
        arguments: [
            ("", #"{"bridgeURL":"http://nas:8088"}"#, "bridge: \"http://nas:8088\"\n"),
            (
                "# mine\nbridge: http://old:1 # the old one\nzone: Den\n\n# looks\ntheme: studio\nzones:\n  allowed: [a]\n  locked: [Office]\nvolume: { max: 60% }\n",
                #"{"bridgeURL":"http://nas:8088","allowedZoneIds":["lms:00:04","hqplayer:It's \"me\""],"selectedZoneId":"lms:00:04"}"#,
                """
                # mine
                bridge: http://nas:8088 # the old one
                zone: lms:00:04

                # looks
                theme: studio
                zones:
                  allowed: [lms:00:04, "hqplayer:It's \\"me\\""]
                  locked: [Office]
                volume: { max: 60% }

                """
            ),
            (
                "zones:   # the house\n  # upstairs\n  allowed:\n    - Den   # mine\n    - \"Attic\"\n\n    # downstairs\n    - Hall\n\n# looks\ntheme: studio # dark\nbridge: 'http://old:1'\n",
                #"{"bridgeURL":"http://nas:8088","allowedZoneIds":["Hall","Den","Bath"]}"#,
                """
                zones:   # the house
                  # upstairs
                  allowed:
                    - Den   # mine

                    # downstairs
                    - Hall
                    - Bath

                # looks
                theme: studio # dark
                bridge: "http://nas:8088"

                """
            ),
            (
                "zones: { locked: [Den] } # mine\nbridge: http://nas:8088 # '#1'\n",
                #"{"bridgeURL":"http://nas:8088","allowedZoneIds":["Hall"]}"#,
                "zones: { allowed: [Hall], locked: [Den] } # mine\nbridge: http://nas:8088 # '#1'\n"
            ),
            (
                "zones: { only: Den }\nbridge: http://nas:8088\n", #"{"bridgeURL":"http://nas:8088","allowedZoneIds":["lms:1","lms:2"]}"#,
                "zones: { allowed: [lms:1, lms:2], only: Den }\nbridge: http://nas:8088\n"
            ),
            (
                "zones:\n- allowed\n", #"{"bridgeURL":"http://nas:8088"}"#, nil
            ),
            (
                "zones: { allowed: [a] }\nzone: a\n", #"{"bridgeURL":"http://nas:8088","allowedZoneIds":[],"selectedZoneId":null}"#,
                "bridge: \"http://nas:8088\"\n"
            ),
        ] as [(String, String, String?)])
    func isPutIntoTheFile(_ before: String, _ json: String, _ after: String?) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/config.yaml"
        try AtomicFile.write(Array(before.utf8), to: path)
        let sync = try SyncConfiguration(parsing: json)
        guard let after else {
            #expect(throws: ConfigurationError.self) { try sync.write(to: path) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
            return
        }
        try sync.write(to: path)
        let written = try String(contentsOfFile: path, encoding: .utf8)
        #expect(written == after)
        // The written file can be read again, and a second write changes nothing.
        try sync.write(to: path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == written)
    }

    /// The settings of phones and watches, and their messages to each other, spell the keys differently.
    @Test(arguments: [
        #"{"bridgeURL":"http://nas:8088","allowedZoneIds":["a","b"],"selectedZoneId":"a"}"#,
        #"{"bridge_url":"http://nas:8088","allowed_zone_ids":["a","b"],"selected_zone_id":"a"}"#,
        #"{"bridge_url":"http://nas:8088","allowedZoneIds":["a","b"],"selected_zone_id":"a","bridgeURL":null}"#,
        #"{"bridge_url":"http://nas:8088","bridgeURL":"http://nas:8088","allowed_zone_ids":["a","b"],"selectedZoneId":"a"}"#,
    ])
    func bothSpellingsAreRead(_ text: String) throws {
        let sync = try SyncConfiguration(parsing: text)
        #expect(sync.bridgeURL == "http://nas:8088" && sync.selectedZoneID == ZoneID("a"))
        #expect(sync.allowedZoneIDs == [ZoneID("a"), ZoneID("b")])
    }

    @Test func isWrittenAsItIsRead() throws {
        var sync = try SyncConfiguration(parsing: #"{"bridgeURL":"http://nas:8088","allowedZoneIds":["a"],"selectedZoneId":"a","more":1}"#)
        #expect(try SyncConfiguration(parsing: sync.json) == sync)
        (sync.allowedZoneIDs, sync.selectedZoneID) = (nil, nil)
        #expect(sync.json == "{\n  \"bridgeURL\": \"http://nas:8088\",\n  \"allowedZoneIds\": null,\n  \"selectedZoneId\": null\n}\n")
    }
}
