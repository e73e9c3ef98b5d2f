// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Glibc
    import SubdialMQTT
    import Synchronization
    import SubdialTestSupport

    @testable import SubdialProcessSupport

    /// A real MQTT broker on a port of 127.0.0.1, with its files in a temporary folder.
    final class MQTTBroker: Sendable {
        struct CannotStart: Error, CustomStringConvertible { let description: String }

        /// The access control of the broker.
        enum Access: Sendable {
            case anybody
            /// Only with user name and password.
            case login(user: String, password: String)
            /// With TLS and a certificate for these names; if `needsCertificate`, only for clients with a certificate.
            case secure(needsCertificate: Bool, names: String = "IP:127.0.0.1")
        }

        let port: Int
        let folder: String
        private let process = Mutex<SpawnedProgram?>(nil)

        /// - Parameter settings: Additional lines of the configuration.
        init(_ access: Access = .anybody, settings: String = "") throws {
            port = try LocalPort.free()
            folder = Scratch.path("sd-mqtt")
            try FileManager.default.createDirectory(atPath: folder + "/store", withIntermediateDirectories: true)
            var lines = [
                "listener \(port) 127.0.0.1", "persistence true", "persistence_location \(folder)/store/", "log_dest file \(folder)/log",
                "log_type all", "set_tcp_nodelay true",
            ]
            if getuid() == 0 { lines.append("user root") }
            switch access {
            case .anybody: lines.append("allow_anonymous true")
            case .login(let user, let password):
                try Self.run("mosquitto_passwd", ["-b", "-c", folder + "/passwords", user, password])
                lines += ["allow_anonymous false", "password_file \(folder)/passwords"]
            case .secure(let needsCertificate, let names):
                try makeCertificates(names)
                lines += [
                    "allow_anonymous true", "cafile \(folder)/ca.crt", "certfile \(folder)/server.crt", "keyfile \(folder)/server.key",
                    "require_certificate \(needsCertificate)",
                ]
            }
            try (lines.joined(separator: "\n") + "\n" + settings + "\n").write(
                toFile: folder + "/broker.conf", atomically: true, encoding: .utf8)
            try start()
        }

        deinit {
            stop(.kill)
            try? FileManager.default.removeItem(atPath: folder)
        }

        var url: String { "mqtt://127.0.0.1:\(port)" }
        /// The contents of its log file.
        var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

        /// Starts the broker, also again after ``stop(_:)``.
        func start() throws {
            guard let program = Tool.path("mosquitto") else { throw CannotStart(description: "mosquitto is not installed") }
            // With default signal handling, so that it reacts to SIGTERM.
            let process = try SpawnedProgram(program, ["-c", folder + "/broker.conf"], environment: ["PATH": "/usr/bin:/bin"])
            self.process.withLock { $0 = process }
            for _ in 0..<6000 {
                if isListening { return }
                guard kill(process.processID, 0) == 0 else { break }
                usleep(10_000)
            }
            throw CannotStart(description: "mosquitto does not listen: \(log)")
        }

        /// The way in which the broker is stopped.
        enum End { case terminate, kill }

        /// Stops the broker: with `.terminate` it stores retained messages on disk.
        func stop(_ end: End = .terminate) {
            process.withLock { process in
                guard let running = process else { return }
                if end == .kill { kill(running.processID, SIGKILL) }
                running.stop()
                process = nil
            }
        }

        /// Deletes the stored messages, while it is stopped.
        func loseStore() throws {
            try FileManager.default.removeItem(atPath: folder + "/store")
            try FileManager.default.createDirectory(atPath: folder + "/store", withIntermediateDirectories: true)
        }

        /// Publishes a message with `mosquitto_pub`.
        func publish(_ topic: String, _ text: String, _ flags: String...) throws {
            try Self.run("mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-m", text, "-q", "1"] + flags)
        }

        /// Returns the retained messages that a new client receives, by topic.
        func retained(_ filter: String) async throws -> [String: String] {
            let client = try await MQTTClient.connected(to: self)
            let found = try await client.retained(at: [filter], within: .seconds(180))
            await client.stop()
            return Dictionary(uniqueKeysWithValues: found.map { ($0.topic, $0.text) })
        }

        private var isListening: Bool {
            guard let descriptor = try? LocalPort.connect(to: port) else { return false }
            close(descriptor)
            return true
        }

        /// Creates a certificate authority with certificates for the broker and a client.
        private func makeCertificates(_ names: String) throws {
            func path(_ name: String) -> String { "\(folder)/\(name)" }
            try Self.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                    "/CN=authority", "-keyout", path("ca.key"), "-out", path("ca.crt"),
                ])
            for (name, subject) in [("server", "/CN=127.0.0.1"), ("client", "/CN=client")] {
                try "subjectAltName=\(names)\n".write(toFile: path("names"), atomically: true, encoding: .utf8)
                try Self.run(
                    "openssl",
                    [
                        "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", subject, "-keyout",
                        path(name + ".key"), "-out", path(name + ".csr"),
                    ])
                try Self.run(
                    "openssl",
                    [
                        "x509", "-req", "-in", path(name + ".csr"), "-CA", path("ca.crt"), "-CAkey", path("ca.key"),
                        "-CAcreateserial", "-days", "2", "-extfile", path("names"), "-out", path(name + ".crt"),
                    ])
            }
        }

        /// Runs a program to its end and returns its output.
        @discardableResult
        private static func run(_ name: String, _ arguments: [String]) throws -> String {
            guard let program = Tool.path(name) else { throw CannotStart(description: "\(name) is not installed") }
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            (process.standardInput, process.standardOutput, process.standardError) = (
                FileHandle.nullDevice, output, FileHandle.nullDevice
            )
            try process.runUnblocked()
            let bytes = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw CannotStart(description: "\(name) fails") }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
#endif
