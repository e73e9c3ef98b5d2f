import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct FormatTests {
    /// The lines for a playing track, and without one.
    private static let table: [(format: String, playing: String, idle: String)] = [
        (
            "waybar",
            #"{"text":"Miles Davis – So What","alt":"playing","class":["playing","roon"],"tooltip":"So What\nMiles Davis\nKind of Blue\nLiving Room\n9:22","percentage":18}"#,
            ""
        ),
        (
            "i3bar",
            #",[{"full_text":"Miles Davis – So What","short_text":"Miles Dav… – So What","name":"subdial","instance":"roon:1601bb42","markup":"pango","_status":"playing"}]"#,
            ",[]"
        ),
        (
            "i3blocks", #"{"full_text":"Miles Davis – So What","short_text":"Miles Dav… – So What","markup":"pango"}"#,
            #"{"full_text":"","short_text":"","markup":"pango"}"#
        ),
        ("i3blocks-plain", "Miles Davis – So What\nMiles Dav… – So What", "\n"),
        (
            "i3status-rust", #"{"icon":"","state":"Info","text":"Miles Davis – So What","short_text":"Miles Dav… – So What"}"#,
            #"{"icon":"","state":"Idle","text":"","short_text":""}"#
        ),
        (
            "polybar",
            "%{A1:subdial control play-pause:}%{A2:subdial control previous:}%{A3:subdial control next:}%{A4:subdial control volume up:}"
                + "%{A5:subdial control volume down:}%{A8:subdial control previous:}Miles Davis – So What"
                + "%{A}%{A}%{A}%{A}%{A}%{A}",
            ""
        ),
        (
            "lemonbar",
            "%{A1:subdial control play-pause:}%{A2:subdial control previous:}%{A3:subdial control next:}%{A4:subdial control volume up:}"
                + "%{A5:subdial control volume down:}Miles Davis – So What%{A}%{A}%{A}%{A}%{A}",
            ""
        ),
        (
            "xmobar",
            "<action=`subdial control play-pause` button=1><action=`subdial control previous` button=2>"
                + "<action=`subdial control next` button=3><action=`subdial control volume up` button=4>"
                + "<action=`subdial control volume down` button=5><raw=21:Miles Davis – So What/></action></action></action></action></action>",
            ""
        ),
        (
            "yambar",
            """
            text|string|Miles Davis – So What
            status|string|playing
            title|string|So What
            artist|string|Miles Davis
            album|string|Kind of Blue
            zone|string|Living Room
            player|string|roon
            muted|bool|false
            percentage|range:0-100|18

            """,
            """
            text|string|
            status|string|stopped
            title|string|
            artist|string|
            album|string|
            zone|string|Living Room
            player|string|roon
            muted|bool|false
            percentage|range:0-100|0

            """
        ),
        ("tmux", "Miles Davis – So What", ""),
        (
            "json",
            #"{"text":"Miles Davis – So What","tooltip":"So What\nMiles Davis\nKind of Blue\nLiving Room\n9:22","status":"playing","class":["playing","roon"],"title":"So What","artist":"Miles Davis","album":"Kind of Blue","zone":"Living Room","zone_id":"roon:1601bb42","source":"roon","player":"roon","elapsed":104,"length":562,"percentage":18,"volume":{"value":-23.5,"minimum":-64.0,"maximum":0.0,"step":0.5,"unit":"db","text":"−23.5 dB"},"muted":false,"connection":"live","art_path":null}"#,
            #"{"text":"","tooltip":"Living Room","status":"stopped","class":["stopped","roon"],"title":"","artist":"","album":"","zone":"Living Room","zone_id":"roon:1601bb42","source":"roon","player":"roon","elapsed":null,"length":null,"percentage":0,"volume":{"value":-23.5,"minimum":-64.0,"maximum":0.0,"step":0.5,"unit":"db","text":"−23.5 dB"},"muted":false,"connection":"live","art_path":null}"#
        ),
        ("pango", "<span>Miles Davis – So What</span>", ""),
        (
            "genmon",
            "<txt>Miles Davis – So What</txt><tool>So What\nMiles Davis\nKind of Blue\nLiving Room\n9:22</tool><bar>18</bar>"
                + "<txtclick>subdial control play-pause</txtclick>",
            "<txt></txt><tool></tool>"
        ),
        ("conky", "Miles Davis – So What", ""), ("zsh", "Miles Davis – So What", ""), ("bash", "Miles Davis – So What", ""),
        ("file", "Miles Davis – So What", " "), ("plain", "Miles Davis – So What", ""),
    ]

    @Test(arguments: table)
    func lines(_ format: String, _ playing: String, _ idle: String) throws {
        #expect(try Feed.line(fixture("playing"), format: format) == playing)
        #expect(try Feed.line(fixture("stopped"), format: format) == idle)
    }

    @Test func everyFormatHasALineHere() {
        // Argos and Kargos have separate tests below.
        #expect(Set(Self.table.map(\.format)).union(["argos", "kargos"]) == Set(FeedFormat.all.map(\.name)))
    }

    @Test(arguments: FeedFormat.all.filter { !$0.traits.contains(.composesIdle) }.map(\.name))
    func nothingToShow(_ format: String) throws {
        let format = try FeedFormat.named(format)
        #expect(format.line(for: FeedContent()) == format.idle)
        #expect(format.line(for: FeedContent(tooltip: "tooltip", classes: ["offline"])) == format.idle)
        for name in ["stopped", "offline", "zone-missing"] { #expect(try Feed.line(fixture(name), format: format.name) == format.idle) }
    }

    @Test func argosHasAMenuOfTransportAndZones() throws {
        var feed = Feed(try FeedOptions(format: "argos"))
        feed.surroundings.zones = [
            FeedZone(id: "roon:1", name: "Living Room", isShown: true, isLocked: false),
            FeedZone(id: "hqplayer:My Server", name: "Study | #2", isShown: false, isLocked: false),
            FeedZone(id: "roon:3", name: "Office", isShown: false, isLocked: true),
            FeedZone(id: #"roon:"4"#, name: "Hall", isShown: false, isLocked: false),
        ]
        let literal = "useMarkup=false emojize=false unescape=false ansi=false trim=false"
        let runs = "terminal=false refresh=true \(literal)"
        let line = feed.line(for: entry("a | b :horse: <b>", artist: ""), at: start)
        #expect(
            line == """
                a ￨ b :horse: <b> | \(literal)
                ---
                a ￨ b :horse: <b> | \(literal)
                Bar | \(literal)
                3:20 | \(literal)
                ---
                Pause | bash="subdial control play-pause" \(runs)
                Next | bash="subdial control next" \(runs)
                Previous | bash="subdial control previous" \(runs)
                ---
                ● Living Room | bash="subdial control zone roon:1" \(runs)
                Study ￨ #2 | bash="subdial control zone 'hqplayer:My Server'" \(runs)
                🔒 Office | \(literal)
                Hall | \(literal)
                """)
    }

    /// Kargos reads HTML, single quotes, and three dashes as a separator anywhere.
    @Test func kargosHasAMenuOfTransportAndZones() throws {
        var settings = FeedSettings()
        settings.text = "{{ title }}"
        let control = ClickCommand(subject: ["--zone", "My Room"])
        var feed = Feed(try FeedOptions(format: "kargos", settings: settings, controlCommand: control))
        feed.surroundings.zones = [
            FeedZone(id: "roon:1", name: "Living Room", isShown: true, isLocked: false),
            FeedZone(id: "hqplayer:My Server", name: "Study | #2", isShown: false, isLocked: false),
            FeedZone(id: "roon:a---b", name: "Hall", isShown: false, isLocked: false),
        ]
        let runs = "onclick=bash terminal=false refresh=true"
        let line = feed.line(for: entry(#"a | b --- <img src="x"> \n"#, artist: ""), at: start)
        let title = "a &#124; b &#45;&#45;&#45; &lt;img src=&#34;x&#34;&gt; &#92;n"
        #expect(
            line == """
                \(title)
                ---
                \(title)
                Bar
                3:20
                ---
                Pause | bash='subdial control --zone \\'My Room\\' play-pause' \(runs)
                Next | bash='subdial control --zone \\'My Room\\' next' \(runs)
                Previous | bash='subdial control --zone \\'My Room\\' previous' \(runs)
                ---
                ● Living Room | bash='subdial control zone roon:1' \(runs)
                Study &#124; #2 | bash='subdial control zone \\'hqplayer:My Server\\'' \(runs)
                Hall
                """)
    }

    /// Dashes at the start of a line are a separator or a submenu for Argos.
    @Test(arguments: ["-", "---", "--a", "--- a"])
    func argosShowsDashes(_ title: String) throws {
        let line = try FeedFormat.named("argos").line(for: FeedContent(text: title))
        #expect(line.hasPrefix("\u{2060}\(title) | "))
    }

    /// genmon does not read entities in a command or a path, and would find an element in them.
    @Test(
        arguments: [
            ("zone Living Room", "/o'neill/1.png", "<txtclick>subdial control zone 'Living Room'</txtclick><img>/o'neill/1.png</img>"),
            ("zone R&B", "/r&b/1.png", "<txtclick>subdial control zone 'R&B'</txtclick><img>/r&b/1.png</img>"),
            ("zone a<img>", "/a<tool>/1.png", ""), ("zone a\nb", "/a\nb/1.png", ""), ("", nil, ""),
        ] as [(String, String?, String)])
    func genmonUsesACommandAndAPathAsTheyAreWritten(_ words: String, _ path: String?, _ elements: String) throws {
        let content = FeedContent(text: "a", details: FeedDetails(artPath: path), actions: ClickActions([.left: words]))
        #expect(try FeedFormat.named("genmon").line(for: content) == "<txt>a</txt><tool></tool><bar>0</bar>" + elements)
    }

    @Test func thePreambleOfI3barIsOneThatItReads() throws {
        let preamble = try FeedFormat.named("i3bar").preamble
        #expect(preamble.hasSuffix("\n"))
        let header = try JSONValue(parsing: String(preamble.prefix { $0 != "\n" }))
        #expect(header == ["version": 1, "click_events": true, "stop_signal": 0, "cont_signal": 0])
        // The text after the header is one endless list.
        let line = try Feed.line(fixture("playing"), format: "i3bar")
        let stream = preamble.split(separator: "\n").dropFirst().joined() + line + ",[]]"
        guard case .array(let lists) = try JSONValue(parsing: stream) else { return #expect(Bool(false), "\(stream)") }
        #expect(lists.count == 3)
        #expect(lists.first == [] && lists.last == [])
    }

    @Test func waybarAlwaysHasTheSameKeys() throws {
        for name in ["playing", "paused", "stale", "no-artwork", "hostile", "cjk", "rtl", "loading", "no-volume", "radio"] {
            guard case .object(let members) = try JSONValue(parsing: Feed.line(fixture(name), format: "waybar")) else {
                Issue.record("\(name) gives no object")
                continue
            }
            #expect(members.map(\.key) == ["text", "alt", "class", "tooltip", "percentage"])
            guard case .integer(let percentage) = members[4].value, case .array(let classes) = members[2].value else {
                Issue.record("\(name): \(members)")
                continue
            }
            #expect((0...100).contains(percentage))
            #expect(classes.allSatisfy { $0.string?.isEmpty == false })
        }
    }

    @Test(arguments: [
        ("playing", "playing", ["playing", "roon"]), ("paused", "paused", ["paused", "roon"]), ("loading", "playing", ["loading", "roon"]),
        ("stale", "playing", ["playing", "roon", "stale"]), ("stopped", "stopped", ["stopped", "roon"]),
        ("offline", "stopped", ["offline", "roon"]),
        ("zone-missing", "stopped", ["zone-missing", "roon"]),
    ])
    func waybarStylesByStatus(_ name: String, alt: String, classes: [String]) throws {
        let texts = ["stopped": "nothing plays", "offline": "not there"]
        let line = try JSONValue(parsing: Feed.line(fixture(name), format: "waybar", stateTexts: texts))
        #expect(line["alt"]?.string == alt)
        #expect(line["class"] == .array(classes.map(JSONValue.string)))
    }

    @Test func waybarTellsWhatIsMutedAndNamesTheSourceSafely() throws {
        var entry = try fixture("playing")
        entry.volume?.isMuted = true
        entry.zone?.source = "MPRIS <Firefox>.instance_1"
        let line = try JSONValue(parsing: Feed.line(entry, format: "waybar"))
        #expect(line["class"] == ["playing", "mpris--firefox--instance-1", "muted"])
    }

    /// A player's name is that of playerctl: the bus name without an instance.
    @Test(arguments: [
        ("mpv", ["playing", "mpris", "mpv"], "mpv"), ("Spotify", ["playing", "mpris", "spotify"], "Spotify"),
        // A name of a source or a state is not repeated.
        ("mpris", ["playing", "mpris"], "mpris"), ("playing", ["playing", "mpris"], "playing"), ("", ["playing", "mpris"], "mpris"),
    ])
    func thePlayerIsAClassAFieldAndOnRequestTheAlt(_ player: String, classes: [String], name: String) throws {
        var entry = try fixture("playing")
        entry.zone?.source = "mpris"
        entry.metadata["playerName"] = .string(player)
        var settings = FeedSettings()
        settings.alt = "{{ player }}"
        var feed = Feed(try FeedOptions(format: "waybar", settings: settings))
        let said = feed.line(for: entry.entry, at: start)
        let line = try JSONValue(parsing: try #require(said))
        #expect(line["class"] == .array(classes.map(JSONValue.string)))
        #expect(line["alt"]?.string == name)
        #expect(try JSONValue(parsing: Feed.line(entry, format: "json"))["player"]?.string == name)
    }

    /// An empty key would hide an icon of Waybar's.
    @Test func anEmptyAltIsTheStatus() throws {
        var settings = FeedSettings()
        settings.alt = "{{ xesam:nothing }}"
        var feed = Feed(try FeedOptions(format: "waybar", settings: settings))
        let line = feed.line(for: try fixture("playing").entry, at: start)
        #expect(try JSONValue(parsing: try #require(line))["alt"]?.string == "playing")
    }

    @Test(arguments: FeedFormat.all.map(\.name))
    func everyFormatIsDescribed(_ name: String) throws {
        let format = try FeedFormat.named(name)
        #expect(!format.summary.isEmpty && !format.summary.contains("\n"))
    }

    @Test func namesAreUnique() {
        #expect(Set(FeedFormat.names).count == FeedFormat.names.count)
    }

    /// A text of up to 200 columns results in a line that one write can contain, for any number of bytes per character.
    @Test(arguments: FeedFormat.all.map(\.name))
    func noLineIsTooLong(_ name: String) throws {
        let format = try FeedFormat.named(name)
        let family = "👨🏽\u{200D}👩🏽\u{200D}👧🏽\u{200D}👦🏽"
        let zalgo = "a" + String(repeating: "\u{301}", count: 8)
        // The maximum length of a source's text.
        let titles = ["'", "\"\\", "日", family, "&", zalgo, "%{", "#$`\\"].map {
            String(decoding: String(repeating: $0, count: 400).utf8.prefix(SourceLimits.textBytes), as: UTF8.self)
        }
        for title in titles {
            for artist in ["", title] {
                var entry = entry(title, artist: artist)
                entry.track?.album = title
                entry.zone?.name = title
                let line = try Feed.line(entry, format: name)
                #expect(line.utf8.count < format.lineBytes)
                #expect(line.utf8.count > 200)
                #expect(format.traits.contains(.severalLines) || !line.contains("\n"))
                if ["waybar", "i3blocks", "i3status-rust"].contains(name) {
                    let json = try JSONValue(parsing: line)
                    let text = try #require((json["text"] ?? json["full_text"])?.string?.shownByPango)
                    #expect(text.displayWidth <= FeedOptions.maximumWidth)
                    // A space stands in place of half a wide character.
                    #expect(text.trimmed().hasSuffix("…"))
                }
                if name == "json" { #expect(try JSONValue(parsing: line)["title"]?.string?.hasSuffix("…") == true) }
            }
        }
    }

    @Test func aMenuOfManyZonesFits() throws {
        var feed = Feed(try FeedOptions(format: "argos"))
        feed.surroundings.zones = (0..<500).map { FeedZone(id: "lms:\($0)", name: "Zone \($0)", isShown: false, isLocked: false) }
        let line = feed.line(for: try fixture("playing"), at: start) ?? ""
        #expect(line.utf8.count < FeedFormat.maximumLineBytes)
        #expect(line.contains("Zone 9 |"))
    }

    @Test func theTooltipGivesWayBeforeTheText() throws {
        var entry = entry(String(repeating: "'", count: 190))
        entry.track?.album = String(repeating: "\"", count: 500)
        entry.track?.artist = String(repeating: "&", count: 500)
        let line = try JSONValue(parsing: Feed.line(entry, format: "waybar", text: "{{title}}"))
        #expect(line["text"]?.string?.shownByPango == String(repeating: "'", count: 190))
        #expect(try #require(line["tooltip"]?.string?.shownByPango).hasSuffix("…"))
    }
}
