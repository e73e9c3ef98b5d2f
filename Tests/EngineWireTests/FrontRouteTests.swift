import SubdialEngineWire
import Testing

@Suite struct FrontRouteTests {
    @Test(arguments: [
        ([], FrontRoute.handOver),
        (["feed"], .attach(.feed)),
        (["feed", "--format", "waybar", "--once"], .attach(.feedOnce)),
        (["--bridge", "http://127.0.0.1:8088", "feed"], .attach(.feed)),
        (["--bridge=http://127.0.0.1:8088", "--zone", "Den", "zones", "--json"], .attach(.zones)),
        (["control", "volume", "-5"], .attach(.control)),
        (["console", "fader", "vox", "+5"], .attach(.consoleChange)),
        (["console", "--url", "tcp://desk:9000", "mute", "bass"], .attach(.consoleChange)),
        (["console"], .handOver), (["console", "list"], .handOver), (["console", "edits"], .handOver),
        (["console", "pan", "--help"], .handOver),
        // A zone may have the name of a command.
        (["--zone", "feed", "render"], .handOver),
        (["--zone"], .handOver),
        (["feed", "--help"], .handOver),
        (["control", "-h"], .handOver),
        (["feed", "--version"], .handOver),
        (["--help"], .handOver),
        // The bar shows the error.
        (["--wrong", "feed"], .attach(.feed)), (["--zoen", "Kitchen", "feed", "--once"], .attach(.feedOnce)),
        (["--wrong", "zones"], .handOver), (["--kind", "feed", "zones"], .handOver), (["--wrong", "help", "feed"], .handOver),
        (["--zone", "feed"], .handOver), (["--zone", "--once", "feed"], .attach(.feed)), (["--help", "feed"], .handOver),
        (["", "feed"], .handOver),
        (["render", "feed"], .handOver),
        (["engine", "status"], .handOver),
        (["control", "zone", "--", "--help"], .attach(.control)),
        // The words of `control` are commands too.
        (["play"], .attach(.control)), (["--zone", "Den", "volume", "-5"], .attach(.control)), (["next", "--help"], .handOver),
        (["playing"], .handOver), (["render", "play"], .handOver),
        (["--version"], .version),
        (["--log-level", "debug", "-V"], .version), (["--color", "always", "zones"], .attach(.zones)),
        (["--color=never", "zones"], .attach(.zones)),
    ])
    func everyCommandLineHasItsRoute(_ arguments: [String], _ expected: FrontRoute) {
        #expect(FrontRoute(arguments) == expected)
    }

    @Test(arguments: [
        (["pause"], ["control", "pause"]), (["--zone=Den", "zone", "next"], ["--zone=Den", "control", "zone", "next"]),
        (["control", "play"], ["control", "play"]), (["--zone", "play", "zones"], ["--zone", "play", "zones"]),
        (["--wrong", "play"], ["--wrong", "play"]), (["zones"], ["zones"]), ([], []),
    ])
    func controlIsAddedToItsWords(_ arguments: [String], _ expected: [String]) {
        #expect(ControlWords.completed(arguments) == expected)
    }

    @Test func onlyAFeedIsEndless() {
        #expect([AttachedCommand.feed, .feedOnce, .control, .zones].filter(\.isEndless) == [.feed])
    }

    @Test func aControlIsDoneEvenWhereNobodyReads() {
        #expect(
            [AttachedCommand.feed, .feedOnce, .control, .zones, .consoleChange].filter { !$0.needsReader } == [.control, .consoleChange])
    }
}
