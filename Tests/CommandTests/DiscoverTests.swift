import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial discover` with a real Avahi daemon, in its own network.
@Suite struct DiscoverTests {
    @Test func listsEveryBridgeOnceAndSaysWhetherItAnswers() throws {
        let stage = try AvahiStage()
        defer { stage.clean() }
        // Two bridges; the first announces itself as both types, the second with a name that contains terminal escapes. A third is announced, but
        // gone; the machine of a fourth is gone, and its text record contains its present address.
        let outcome = try stage.run(
            """
            bridge 8101 rust
            bridge 8102 node
            bridge 8104 rust
            announce -a -R gone.local 127.0.0.9
            announce -s 'Unified Hi-Fi Control' _roonknob._tcp 8101 base=http://NAS2:8101 api=1
            announce -s 'Den UHC' _uhc._tcp 8101 base=http://NAS2:8101 api=1 service=uhc
            announce -s $'Kitchen\\e[31m' _roonknob._tcp 8102 base=http://127.0.0.1:8102 api=1
            announce -s 'Old one' _roonknob._tcp 8103 base=http://127.0.0.1:8103 api=1 version=2.0.0
            announce -s --host=gone.local 'Moved' _roonknob._tcp 8105 base=http://127.0.0.1:8104 api=1
            discover text
            discover json --json
            """)
        #expect(
            outcome.text == """
                http://127.0.0.1:8101  Den UHC       3.3.0       (answers)
                http://127.0.0.1:8102  Kitchen [31m  2.7.1-rc.1  (answers)
                http://127.0.0.1:8104  Moved         3.3.0       (answers)
                http://127.0.0.1:8103  Old one       2.0.0       (does not answer)

                """, "\(outcome.errors)")
        #expect(outcome.codes == ["text 0", "json 0"])
        guard case .array(let bridges) = try JSONValue(parsing: outcome.json) else { return #expect(Bool(false), "\(outcome.json)") }
        #expect(bridges.map { $0["name"]?.string } == ["Den UHC", "Kitchen [31m", "Moved", "Old one"])
        #expect(bridges.map { $0["url"]?.string?.suffix(4) } == ["8101", "8102", "8104", "8103"])
        #expect(bridges.map { $0["host"]?.string } == ["stage.local", "stage.local", "gone.local", "stage.local"])
        #expect(bridges.map { $0["type"]?.string } == ["_uhc._tcp", "_roonknob._tcp", "_roonknob._tcp", "_roonknob._tcp"])
        #expect(bridges.map { $0["answers"]?.bool } == [true, true, true, false])
    }

    @Test func saysWhatToDoWhereNoneIsFound() throws {
        let stage = try AvahiStage()
        defer { stage.clean() }
        let outcome = try stage.run("discover text; discover json --json")
        #expect(outcome.codes == ["text 69", "json 69"])
        #expect(outcome.text == "")
        #expect(outcome.json == "[]\n")
        #expect(outcome.errors.hasPrefix("subdial: no bridge has announced itself on this network; "))
        #expect(outcome.errors.split(separator: "\n").count == 2)
    }

    @Test(arguments: ["0", "-1", "nan", "601", "soon"])
    func refusesTimesThatAreNone(_ timeout: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("discover", "--timeout=\(timeout)")
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains("timeout"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }
}

/// A private system bus and Avahi daemon, with only a loopback interface.
///
/// Network, processes and mounts are separate namespaces: nothing leaves this machine or changes it, and all started processes end with the script.
private final class AvahiStage {
    struct Outcome {
        /// The exit code of each `discover NAME`: `NAME CODE`.
        let codes: [String]
        let text: String
        let json: String
        let errors: String
    }

    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    func clean() { sandbox.clean() }

    /// Runs `script` after the daemon has started.
    func run(_ script: String) throws -> Outcome {
        try Tool.need("unshare", "ip", "avahi-daemon", "avahi-publish", "dbus-daemon")
        guard let unshare = Self.unshare else {
            try Tool.skip("needs namespaces: 'unshare -rnmp --mount-proc --fork true' must work, as this user or with sudo")
        }
        for (name, text) in [("bus.conf", Self.bus), ("avahi.conf", Self.avahi), ("script", Self.prologue + script)] {
            try text.write(toFile: sandbox.path(name), atomically: true, encoding: .utf8)
        }
        let log = sandbox.path("log")
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = unshare + ["bash", sandbox.path("script"), sandbox.folder.path, Sandbox.build.path]
        process.environment = sandbox.environment().merging(["LC_ALL": "C.UTF-8"]) { $1 }
        process.environment?["PATH", default: ""] += ":/usr/sbin:/sbin"
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: log)
        process.standardError = process.standardOutput
        try process.runUnblocked()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(read("log"))")
        return Outcome(
            codes: read("codes").split(separator: "\n").map(String.init), text: read("text.out"), json: read("json.out"),
            errors: read("errors"))
    }

    private func read(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: sandbox.path(name)) ?? Data(), as: UTF8.self)
    }

    /// The command before the stage's own: as this user with a user namespace, as root without one, or with sudo if it needs no password.
    ///
    /// The process namespace has its own `/proc`: libdispatch reads `/proc/THREAD/stat` of its threads, and ends a process whose threads have other
    /// numbers there.
    private static let unshare: [String]? = [["unshare", "-r"], ["unshare"], ["sudo", "-n", "unshare"]].lazy
        .map { $0 + ["-n", "-m", "-p", "--mount-proc", "--fork", "--kill-child"] }
        .first { Tool.succeeds($0 + ["true"]) }

    private static let bus = """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>system</type>
          <listen>unix:path=/run/bus</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
          </policy>
        </busconfig>
        """

    private static let avahi = """
        [server]
        host-name=stage
        allow-interfaces=lo
        [wide-area]
        enable-wide-area=no
        [publish]
        publish-hinfo=no
        publish-workstation=no
        """

    /// The daemons, and the functions of the scripts.
    ///
    /// The Avahi daemon changes the owner of its folder to a user that a user namespace does not know: for the daemon, that user is root.
    private static let prologue = #"""
        set -euo pipefail
        folder=$1 build=$2
        cd "$folder"
        (sed '/^avahi:/d' /etc/passwd; echo avahi:x:0:0::/:/bin/false) > passwd
        (sed '/^avahi:/d' /etc/group; echo avahi:x:0:) > group
        mount --bind passwd /etc/passwd
        mount --bind group /etc/group
        mount -t tmpfs none /run
        ip link set lo up
        ip link set lo multicast on
        export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/bus

        # Up to 20 s.
        await() { for _ in {1..400}; do "$@" >/dev/null 2>&1 && return; sleep 0.05; done; echo "in vain: $*"; return 1; }
        dbus-daemon --config-file="$folder/bus.conf" --nofork & bus=$!
        await test -S /run/bus
        avahi-daemon -f "$folder/avahi.conf" --no-drop-root --no-chroot --no-rlimits & avahi=$!
        await avahi-browse -at

        bridge() { "$build/subdial" simulate --port "$1" --dialect "$2" --scenario quiet > "bridge-$1" & await grep -q listening "bridge-$1"; }
        # What avahi-publish takes; it goes on until the end.
        announce() {
          count=$((${count:-0} + 1))
          avahi-publish "$@" > "announced-$count" 2>&1 &
          await grep -q Established "announced-$count"
        }
        discover() {
          local name=$1 code=0; shift
          "$build/subdial" discover "$@" > "$name.out" 2>> errors || code=$?
          echo "$name $code" >> codes
        }

        """#
}
