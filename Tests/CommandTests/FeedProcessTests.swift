import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// A feed as a process: its inherited descriptors and signals, and its access control.
@Suite(.serialized) struct FeedProcessTests {
    /// The start of each script: `$0` is the front.
    static let feed = #""$0" feed --text '{{ title }}'"#

    /// A bridge without changes, and the environment with its address.
    private func withQuiet(
        _ scenario: String = "steady", _ body: (_ sandbox: Sandbox, _ environment: [String: String]) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge(scenario)
        defer { bridge.stop() }
        try await body(sandbox, ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"])
    }

    @Test(arguments: [
        "\(feed) | head -n 1",
        // An ignored SIGPIPE is inherited from the parent.
        "trap '' PIPE; \(feed) | head -n 1",
        // All signals that a parent can block or ignore, and a stdin that ends immediately.
        "trap '' PIPE TERM USR1; \(feed) </dev/null | head -n 1",
        "\(feed) <&- | head -n 1",
        "\(feed) 2>&- | head -n 1",
        // A file that is neither a pipe nor a terminal, and has much to read.
        "\(feed) </dev/zero | head -n 1",
    ])
    func endsWhenItsReaderIsGoneThoughNothingChanges(_ script: String) async throws {
        try await withQuiet { sandbox, environment in
            // An engine that knows the track, so that the first line is not empty.
            #expect(try sandbox.run(["feed", "--once", "--text", "{{ title }}"], environment: environment).output == "Kettle\n")
            let shell = try FeedFront(sandbox, shell: script, environment: environment)
            defer { shell.stop() }
            // The shell waits for its whole pipeline.
            try await eventually("the end of \(script)") { !shell.isRunning && shell.hasEnded }
            #expect(shell.lines == ["Kettle"])
            #expect(shell.errors == "")
        }
    }

    @Test func aClosedStdoutIsToldAndNotWaitedFor() async throws {
        try await withQuiet { sandbox, environment in
            let shell = try FeedFront(sandbox, shell: "\(Self.feed) >&-", environment: environment)
            defer { shell.stop() }
            try await eventually("the end of a feed without a stdout") { !shell.isRunning }
            #expect(shell.status == 74)
            #expect(shell.errors == "subdial: stdout cannot be written (Bad file descriptor)\n")
        }
    }

    @Test func aFeedWithoutAnyDescriptorsEndsAsWell() async throws {
        try await withQuiet { sandbox, environment in
            let shell = try FeedFront(sandbox, shell: "\(Self.feed) <&- >&- 2>&-; echo $? >&2", environment: environment)
            defer { shell.stop() }
            try await eventually("the end of a feed without descriptors") { !shell.isRunning }
            #expect(shell.errors == "74\n")
        }
    }

    @Test func aFeedWithAClosedStdinGoesOn() async throws {
        try await withQuiet { sandbox, environment in
            let shell = try FeedFront(sandbox, shell: "exec \(Self.feed) <&-", environment: environment)
            defer { shell.stop() }
            try await eventually("a first line") { shell.last == "Kettle" }
            #expect(try sandbox.run("control", "next", environment: environment).status == 0)
            try await eventually("a second line") { shell.last == "Open Every Window" }
            #expect(shell.isRunning)
        }
    }

    @Test func aFeedThatStoodStillShowsTheNewestAndNothingBetween() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let count = 30
        let (bridge, port) = try await sandbox.bridge(try sandbox.scenario(tracks: count, from: 3))
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        let other = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { other.stop() }
        let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("a first line on both") { [other, feed].allSatisfy { $0.last.flatMap(Sandbox.track) != nil } }
        feed.send(SIGSTOP)
        let before = feed.lines.count
        try await eventually("the last track on the other") { other.last.flatMap(Sandbox.track) == count }
        feed.send(SIGCONT)
        try await eventually("the last track") { feed.last.flatMap(Sandbox.track) == count }
        // Only a few lines fit into the socket together: the front itself drops all but the last.
        #expect(feed.lines.count - before < other.lines.count / 2, "\(feed.lines)")
        #expect(!feed.repeats)
    }

    @Test func aLinkToAFolderThatOthersMayEnterIsRefusedUntilItIsClosedToThem() async throws {
        try await withQuiet { sandbox, environment in
            let (folder, target) = (sandbox.path("run/subdial"), sandbox.path("elsewhere"))
            try FileManager.default.createDirectory(
                atPath: target, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: target)
            let once = try sandbox.run(["feed", "--once"], environment: environment)
            #expect(once.status == 69)
            let advice = "remove it, or have it lead to one of mode 700"
            #expect(once.errors == "subdial: \(folder): a link to a folder that others may enter (mode 755); \(advice)\n")

            let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
            defer { feed.stop() }
            try await eventually("the reason") { feed.errors == once.errors }
            #expect(feed.isRunning && sandbox.engines.isEmpty)
            // The feed follows the remedy of its message, and is not restarted.
            chmod(target, 0o700)
            try await eventually("a line") { feed.last == "Kettle" }
            #expect(feed.errors == once.errors)
        }
    }

    /// True if the test may switch to another user, and that user may run the build.
    private static var mayBeSomebodyElse: Bool {
        var folder = Sandbox.build
        while folder.path != "/" {
            var info = stat()
            guard stat(folder.path, &info) == 0, info.st_mode & 0o001 != 0 else { return false }
            folder.deleteLastPathComponent()
        }
        return geteuid() == 0
    }

    @Test(.enabled(if: mayBeSomebodyElse, "only root may be somebody else, who must be let into the folder of the programs"))
    func withoutARuntimeFolderTheSocketIsWhereNobodyCanBeInTheWay() async throws {
        try await withQuiet { sandbox, environment in
            // A user for whom file modes apply, and whose folder in /tmp another user has created.
            let user = 1_000_000_000 + Int(getpid())
            let taken = "/tmp/subdial-\(user)"
            try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(atPath: taken) }
            for name in ["", "run", "state", "cache", "config"] { chown(sandbox.path(name), uid_t(user), gid_t(user)) }
            let somebody = "exec setpriv --reuid=\(user) --regid=\(user) --clear-groups"

            chmod(sandbox.path("run"), 0o500)
            let refused = try FeedFront(sandbox, shell: "\(somebody) \(Self.feed) --once", environment: environment)
            try await eventually("the end of a feed that has no folder") { !refused.isRunning }
            #expect(refused.status == 69)
            let advice = "cannot be made (Permission denied); set XDG_STATE_HOME, XDG_CACHE_HOME or XDG_RUNTIME_DIR to a folder of yours"
            #expect(refused.errors == "subdial: \(sandbox.path("run/subdial")): \(advice)\n")

            let shell = "unset XDG_RUNTIME_DIR; \(somebody) \(Self.feed)"
            let feed = try FeedFront(sandbox, shell: shell, environment: environment)
            defer { feed.stop() }
            try await eventually("a line through the user's own folder") { feed.last == "Kettle" }
            #expect(feed.errors == "")
            var info = stat()
            #expect(lstat(sandbox.path("state/subdial/run"), &info) == 0)
            #expect(info.st_uid == user && info.st_mode & 0o777 == 0o700)
            // The feed ends before the engine, because it would start another one.
            feed.stop()
            let stop = try FeedFront(sandbox, shell: "unset XDG_RUNTIME_DIR; \(somebody) \"$0\" engine stop", environment: environment)
            try await eventually("the end of the engine") { !stop.isRunning }
            #expect(stop.status == 0)
        }
    }

    /// The folder's mode excludes other users; the engine still checks each peer's user.
    @Test(.enabled(if: geteuid() == 0, "only root may be somebody else"))
    func somebodyElseIsTurnedAway() async throws {
        try await withQuiet { sandbox, environment in
            let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
            defer { feed.stop() }
            try await eventually("a line") { feed.last == "Kettle" }
            let folder = sandbox.path("run/subdial")
            let socket = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".sock") })
            for path in [sandbox.folder.path, sandbox.path("run"), folder] { chmod(path, 0o755) }
            chmod("\(folder)/\(socket)", 0o666)
            // Data of a permitted peer are read until the connection is closed: an invalid frame of the user's own is answered first.
            let ask = """
                perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0) or die "socket"; connect(S, sockaddr_un($ARGV[0])) or die "connect: $!"; \
                $SIG{PIPE} = "IGNORE"; syswrite(S, "GET"); while (sysread(S, $b, 100)) { print $b } print "\\nend\\n"' '\(folder)/\(socket)'
                """
            let own = try FeedFront(sandbox, shell: ask)
            try await eventually("the answer to oneself") { !own.isRunning && own.hasEnded }
            #expect(own.lines.contains { $0.contains("what speaks here is not Subdial") }, "\(own.lines) \(own.errors)")
            let other = try FeedFront(sandbox, shell: "exec setpriv --reuid=65534 --regid=65534 --clear-groups \(ask)")
            try await eventually("the answer to somebody else") { !other.isRunning && other.hasEnded }
            #expect(other.lines == ["", "end"], "\(other.errors)")
            #expect(other.errors == "")
            // The next front closes the folder and what is in it.
            #expect(try sandbox.run("engine", "status").status == 0)
            for (path, mode) in [(folder, 0o700), ("\(folder)/\(socket)", 0o600)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == mode)
            }
        }
    }
}
