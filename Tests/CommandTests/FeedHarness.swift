import Foundation
import Synchronization
import TestSupport
import Testing

/// A condition that did not come true.
struct NeverCameTrue: Error, CustomStringConvertible {
    let description: String
}

/// Waits until a condition holds, long enough for a machine that is busy with much else.
func eventually(_ what: String, within limit: Duration = .seconds(60), _ condition: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < deadline else { throw NeverCameTrue(description: "never: \(what)") }
        try await Task.sleep(for: .milliseconds(20))
    }
}

/// Programs of others that some tests need.
enum Tool {
    static let strace = "/usr/bin/strace"
    static let activate = "/usr/bin/systemd-socket-activate"

    static func isThere(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}

/// A process whose output is read on a thread of its own, as a bar reads it.
final class FeedFront: Sendable {
    private struct State {
        var rest: [UInt8] = []
        var lines: [String] = []
        var hasEnded = false
    }

    private let launched: Mutex<Process>
    private let state = Mutex(State())
    private let errorFile: String

    var lines: [String] { state.withLock { $0.lines } }
    var last: String? { state.withLock { $0.lines.last } }
    /// Whether stdout is closed at its other end.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    var isRunning: Bool { launched.withLock { $0.isRunning } }
    var processID: pid_t { launched.withLock { $0.processIdentifier } }
    var status: Int32 { launched.withLock { $0.isRunning ? -1 : $0.terminationStatus } }
    var errors: String { String(decoding: FileManager.default.contents(atPath: errorFile) ?? Data(), as: UTF8.self) }

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - shell: A script for `sh`, in which `$0` is the front's path; else the front is run with `arguments`.
    ///   - isRead: Whether what is written is read; ``startReading()`` begins with it later.
    init(
        _ sandbox: Sandbox, _ arguments: [String] = [], shell: String? = nil, executable: String? = nil,
        environment: [String: String] = [:], isRead: Bool = true
    ) throws {
        let process = sandbox.process(arguments, environment: environment)
        if let shell {
            process.arguments = ["-c", shell, process.executableURL?.path ?? ""] + arguments
            process.executableURL = URL(filePath: "/bin/sh")
        } else if let executable {
            process.executableURL = URL(filePath: executable)
        }
        errorFile = sandbox.path("err-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: errorFile, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: errorFile)
        let pipe = Pipe()
        reading = pipe.fileHandleForReading
        process.standardOutput = pipe
        try process.run()
        try pipe.fileHandleForWriting.close()
        launched = Mutex(process)
        if isRead { startReading() }
    }

    private let reading: FileHandle
    /// The end of the pipe that the front's lines come out of.
    var descriptor: Int32 { reading.fileDescriptor }

    func startReading() {
        Thread.detachNewThread { [self] in
            while true {
                let data = reading.availableData
                guard !data.isEmpty else { break }
                state.withLock { take(data, &$0) }
            }
            state.withLock { $0.hasEnded = true }
        }
    }

    private func take(_ data: Data, _ state: inout State) {
        state.rest += data
        while let end = state.rest.firstIndex(of: 0x0A) {
            state.lines.append(String(decoding: state.rest[..<end], as: UTF8.self))
            state.rest.removeSubrange(...end)
        }
    }

    func send(_ signal: Int32) { kill(processID, signal) }

    /// Ends the process; what a shell or a tracer has started for it goes first, since neither ends before it.
    func stop() {
        launched.withLock { process in
            guard process.isRunning else { return }
            for child in ProcessProbe(id: process.processIdentifier).children { kill(child.id, SIGTERM) }
            kill(process.processIdentifier, SIGCONT)
            process.terminate()
            process.waitUntilExit()
        }
    }

    /// Whether any two lines in a row are equal.
    var repeats: Bool {
        let lines = lines
        return zip(lines, lines.dropFirst()).contains { $0 == $1 }
    }
}

/// What the system tells of a process.
struct ProcessProbe: Hashable {
    let id: pid_t

    private func text(_ name: String) -> String {
        // Foundation takes such a file, whose size is said to be 0, for ended at the first short read.
        let file = open("/proc/\(id)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while case let count = read(file, &buffer, buffer.count), count > 0 { bytes += buffer.prefix(count) }
        return String(decoding: bytes, as: UTF8.self)
    }

    var arguments: [String] { text("cmdline").split(separator: "\0").map(String.init) }
    var environment: [String] { text("environ").split(separator: "\0").map(String.init) }
    /// `R`, `S`, `T`, `Z`; nil where the process is gone.
    var state: Character? { statusFields.first?.first }
    var parent: pid_t? { statusFields.dropFirst().first.flatMap { pid_t($0) } }
    /// What of the memory is in use, in KiB.
    var residentKilobytes: Int {
        let line = text("status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0
    }

    private var statusFields: [Substring] {
        let stat = text("stat")
        guard let end = stat.lastIndex(of: ")") else { return [] }
        return stat[stat.index(after: end)...].split(separator: " ")
    }

    /// Where the open descriptors lead.
    var descriptors: [String] {
        let folder = "/proc/\(id)/fd"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }

    /// How many established connections lead to a port.
    func connections(toPort port: Int) -> Int {
        let own = Set(descriptors)
        return ["net/tcp", "net/tcp6"].flatMap { text($0).split(separator: "\n").dropFirst() }.count { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[3] == "01" else { return false }
            return fields[2].hasSuffix(":" + String(format: "%04X", port)) && own.contains("socket:[\(fields[9])]")
        }
    }

    static var all: [ProcessProbe] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0).map(ProcessProbe.init(id:)) }
    }

    var children: [ProcessProbe] { Self.all.filter { $0.parent == id } }
}

extension Sandbox {
    /// The engines that serve here.
    var engines: [ProcessProbe] {
        ProcessProbe.all.filter { probe in
            probe.arguments.dropFirst() == ["serve"] && probe.state != "Z" && probe.environment.contains("XDG_RUNTIME_DIR=\(path("run"))")
        }
    }

    /// Waits for the one engine.
    func engine() async throws -> ProcessProbe {
        try await eventually("one engine") { engines.count == 1 }
        return try #require(engines.first)
    }

    /// Writes a scenario and returns its path: one zone, whose tracks `Track 001` and so on change ten times a second, and then no more.
    func scenario(tracks: Int, every: Double = 0.1, from start: Double = 0.1) throws -> String {
        let queue = (1...tracks).map { "      - { title: Track \(Self.number($0)), artist: Somebody, album: Many, length: 3000 }" }
        let script = (1..<tracks).map { "  - { at: \(start + Double($0) * every), zone: Kitchen, do: next }" }
        let text = """
            description: Tracks change for a while

            loading: 0.02

            zones:
              - id: lms:00:04:20:12:ab:cd
                name: Kitchen
                state: playing
                volume: { kind: number, value: 35 }
                queue:
            \(queue.joined(separator: "\n"))

            script:
            \(script.joined(separator: "\n"))

            """
        let path = path("tracks.yaml")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    static func number(_ number: Int) -> String { String(format: "%03d", number) }

    /// The number of the track in a line; nil where there is none.
    static func track(in line: String) -> Int? {
        line.firstRange(of: "Track ").flatMap { Int(line[$0.upperBound...].prefix(3)) }
    }

    /// Starts a simulated bridge on a port, 0 for any, and returns it with the port once it listens.
    func bridge(_ scenario: String, port: Int = 0, more: [String] = []) async throws -> (process: FeedFront, port: Int) {
        let bridge = try FeedFront(self, ["simulate", "--port", "\(port)", "--scenario", scenario] + more)
        try await eventually("a bridge that listens") { bridge.last?.hasPrefix("listening on ") == true || !bridge.isRunning }
        let line = try #require(bridge.last, "\(bridge.errors)")
        return (bridge, try #require(line.split(separator: ":").last.flatMap { Int($0) }))
    }
}
