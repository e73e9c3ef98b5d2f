import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// A real PulseAudio without hardware, and programs that play and record.
final class Sound {
    let sandbox: Sandbox
    private var server: SpawnedProgram?
    private var programs: [Process] = []

    init() throws {
        sandbox = try Sandbox()
        try FileManager.default.createDirectory(
            atPath: sandbox.path("run/pulse"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func clean() {
        sandbox.clean()
        for process in programs where process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        server?.stop()
    }

    func start(_ program: String, _ arguments: [String], input: Any = FileHandle.nullDevice, output: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = arguments
        process.environment = sandbox.environment()
        process.standardInput = input
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runUnblocked()
        programs.append(process)
        return process
    }

    /// Starts the server, and returns after it answers.
    func startServer() async throws {
        let socket = sandbox.path("run/pulse/native")
        server = try SpawnedProgram(
            "/usr/bin/pulseaudio",
            ["--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no", "--high-priority=no", "-n"]
                + [
                    "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
                    "module-null-sink sink_name=hall sink_properties=device.description=Hall",
                    "module-null-sink sink_name=den sink_properties=device.description=Den",
                    "module-null-source source_name=mic description=Microphone",
                ].flatMap { ["-L", $0] },
            environment: sandbox.environment())
        try await eventually("the sound server answers") { try run("mixer", "list").status == 0 }
    }

    func stopServer() { server?.stop() }

    /// Starts a program that plays silence.
    @discardableResult
    func play(_ name: String, _ stream: String, input: String = "/dev/zero") throws -> Process {
        try start(
            "pacat", ["--client-name=\(name)", "--stream-name=\(stream)", "--latency-msec=100"],
            input: FileHandle(forReadingAtPath: input) ?? FileHandle.nullDevice)
    }

    /// Makes a file with a tone of an amplitude, 1 for full scale: stereo at 44,100 Hz, in 16 bits.
    func tone(_ amplitude: Double, seconds: Int = 120) throws -> String {
        let second = (0..<44_100).flatMap { frame -> [UInt8] in
            let sample = Int16(amplitude * 32_767 * sin(Double(frame) / 44_100 * 441 * 2 * .pi))
            let bytes = withUnsafeBytes(of: sample.littleEndian, Array.init)
            return bytes + bytes
        }
        let path = sandbox.path("tone-\(amplitude).raw")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: path))
        for _ in 0..<seconds { try file.write(contentsOf: Data(second)) }
        try file.close()
        return path
    }

    func run(_ arguments: String...) throws -> Sandbox.Outcome { try sandbox.run(arguments) }

    func pactl(_ arguments: String...) throws -> String {
        let pipe = Pipe()
        let process = try start("pactl", arguments, output: pipe)
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
