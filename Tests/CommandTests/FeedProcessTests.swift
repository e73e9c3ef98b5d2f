import Foundation
import TestSupport
import Testing

@testable import ProcessSupport

/// How a feed behaves as a process: descriptors and signals that it is started with, and whom it lets in.
@Suite(.serialized) struct FeedProcessTests {
    /// What each script begins with: `$0` is the front.
    static let feed = #""$0" feed --text '{{ title }}'"#

    /// A bridge on which nothing changes, and the environment to find it by.
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
        // A parent's ignored SIGPIPE is handed down.
        "trap '' PIPE; \(feed) | head -n 1",
        // All signals that can be blocked or ignored by a parent, and a stdin that ends at once.
        "trap '' PIPE TERM USR1; \(feed) </dev/null | head -n 1",
        "\(feed) <&- | head -n 1",
        "\(feed) 2>&- | head -n 1",
        // Something that is neither pipe nor terminal, and has much to read.
        "\(feed) </dev/zero | head -n 1",
    ])
    func endsWhenItsReaderIsGoneThoughNothingChanges(_ script: String) async throws {
        try await withQuiet { sandbox, environment in
            // An engine that knows the track, so that the first line is no empty one.
            #expect(try sandbox.run(["feed", "--once", "--text", "{{ title }}"], environment: environment).output == "Kettle\n")
            let shell = try FeedFront(sandbox, shell: script, environment: environment)
            defer { shell.stop() }
            // The shell waits for all of its pipeline.
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
        // Few lines are short enough to wait in the socket all together: the front itself leaves out all but the last.
        #expect(feed.lines.count - before < other.lines.count / 2, "\(feed.lines)")
        #expect(!feed.repeats)
    }

    @Test func aFolderThatOthersMayEnterIsRefusedUntilItIsClosedToThem() async throws {
        try await withQuiet { sandbox, environment in
            let folder = sandbox.path("run/subdial")
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            let once = try sandbox.run(["feed", "--once"], environment: environment)
            #expect(once.status == 69)
            #expect(once.errors == "subdial: \(folder): others may enter it (mode 755); run 'chmod 700 \(folder)'\n")

            let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
            defer { feed.stop() }
            try await eventually("the reason") { feed.errors == once.errors }
            #expect(feed.isRunning && sandbox.engines.isEmpty)
            // As it says, and without being started again.
            chmod(folder, 0o700)
            try await eventually("a line") { feed.last == "Kettle" }
            #expect(feed.errors == once.errors)
        }
    }

    /// Whether the test may be somebody else, and somebody else may run what was built.
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
            // Somebody for whom a mode counts, and whose folder in /tmp somebody else has taken.
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
            let advice = "cannot be made (Permission denied); set XDG_RUNTIME_DIR to a folder of yours"
            #expect(refused.errors == "subdial: \(sandbox.path("run/subdial")): \(advice)\n")

            let shell = "unset XDG_RUNTIME_DIR; \(somebody) \(Self.feed)"
            let feed = try FeedFront(sandbox, shell: shell, environment: environment)
            defer { feed.stop() }
            try await eventually("a line through the user's own folder") { feed.last == "Kettle" }
            #expect(feed.errors == "")
            var info = stat()
            #expect(lstat(sandbox.path("state/subdial/run"), &info) == 0)
            #expect(info.st_uid == user && info.st_mode & 0o777 == 0o700)
            // Before the engine, of which it would start another.
            feed.stop()
            let stop = try FeedFront(sandbox, shell: "unset XDG_RUNTIME_DIR; \(somebody) \"$0\" engine stop", environment: environment)
            try await eventually("the end of the engine") { !stop.isRunning }
            #expect(stop.status == 0)
        }
    }

    /// The folder keeps others out; the engine looks at who comes nevertheless.
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
            // Who may speak is read until it is hung up on: a bad frame of the user's own is answered first.
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
            #expect(try sandbox.run("engine", "status").status != 0, "others may enter its folder")
            chmod(folder, 0o700)
            #expect(try sandbox.run("engine", "status").status == 0)
        }
    }
}
