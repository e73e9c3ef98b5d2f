import SubdialPlayback
import Testing

@Suite struct ZoneMenuTests {
    private static let zones = [
        Zone(id: ZoneID("lms:1"), name: "Kitchen"), Zone(id: ZoneID("roon:2"), name: "Living\nRoom"),
        Zone(id: ZoneID("roon:3"), name: "Office"), Zone(id: ZoneID("lms:4"), name: "Kitchen"), Zone(id: ZoneID("lms:5"), name: " \u{7} "),
    ]

    @Test func aLineStandsForOneZone() {
        let menu = ZoneMenu(Self.zones, rules: ZoneRules(locked: ["office"]))
        #expect(menu.lines == ["Kitchen (lms:1)", "Living Room", "🔒 Office", "Kitchen (lms:4)", "lms:5"])
        for (zone, line) in zip(menu.zones, menu.lines) {
            #expect(menu.zone(of: line) == zone)
            #expect(menu.zone(of: "  \(line)\n") == zone)
        }
        #expect(menu.zone(of: "Office")?.id == ZoneID("roon:3"))
        #expect(menu.zone(of: "Kitchen") == nil)
        #expect(menu.zone(of: "") == nil)
    }

    @Test func playersOfOneNameAreToldApart() throws {
        let players = ["mpris:mpv", "mpris:mpv.instance42"].map { Zone(id: ZoneID($0), name: "mpv Media Player") }
        let menu = ZoneMenu(players + [Zone(id: ZoneID("mpris:vlc"), name: "VLC")], rules: ZoneRules(locked: ["mpris:mpv"]))
        #expect(menu.names == ["mpv Media Player (mpv)", "mpv Media Player (mpv.instance42)", "VLC"])
        #expect(menu.lines.first == "🔒 mpv Media Player (mpv)")
        for (zone, name) in zip(menu.zones, menu.names) { #expect(menu.zone(of: name) == zone) }
        #expect(menu.zone(of: "mpv Media Player") == nil)
        // The line was shown while the other player ran.
        #expect(ZoneMenu([players[1]]).zone(of: "mpv Media Player (mpv.instance42)") == players[1])
        #expect(ZoneMenu([players[1]]).zone(of: "mpv Media Player (mpv)") == nil)
    }

    @Test func onlyAllowedZonesAreListed() {
        let rules = ZoneRules(allowed: ["OFFICE", "lms:4"], locked: ["Office"])
        #expect(ZoneMenu(Self.zones, rules: rules).lines == ["🔒 Office", "Kitchen"])
    }

    /// All zones but one are locked, whether it is named by name or by id.
    @Test(arguments: [("OFFICE", "Office"), ("roon:3", "Office"), ("lms:4", "Kitchen (lms:4)")])
    func onlyOneZoneIsOpen(_ only: String, _ line: String) {
        let menu = ZoneMenu(Self.zones, rules: ZoneRules(only: only))
        #expect(menu.lines.count == Self.zones.count && menu.lines.filter { !$0.hasPrefix(ZoneMenu.lock) } == [line])
        let rules = ZoneRules(only: only)
        for zone in Self.zones {
            #expect(rules.admits(zone) == zone.isMeant(by: only))
            #expect((rules.refusal(of: zone) == nil) == rules.admits(zone))
        }
        #expect(rules.refusal(of: Self.zones[1])?.hasSuffix("leaves nothing open but '\(only)'") == true)
    }

    @Test func theRulesTellWhy() {
        let rules = ZoneRules(allowed: ["Office", "Kitchen"], locked: ["Office"])
        #expect(rules.refusal(of: Self.zones[2])?.contains("is locked") == true)
        #expect(rules.refusal(of: Self.zones[1])?.contains("not among the zones allowed") == true)
        #expect(rules.refusal(of: Self.zones[0]) == nil)
        #expect(ZoneRules().refusal(of: Self.zones[2]) == nil)
    }
}
