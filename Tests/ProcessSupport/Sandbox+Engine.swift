// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Testing

    extension Sandbox {
        /// The engines that run in this sandbox.
        var engines: [ProcessProbe] {
            ProcessProbe.all.filter { probe in
                probe.arguments.dropFirst() == ["serve"] && probe.state != "Z"
                    && probe.environment.contains("XDG_RUNTIME_DIR=\(path("run"))")
            }
        }

        /// Waits for the only engine and returns it.
        func engine() async throws -> ProcessProbe {
            try await eventually("one engine") { engines.count == 1 }
            return try #require(engines.first)
        }

        /// Writes a scenario and returns its path: one zone whose tracks `Track 001` and so on change every `every` seconds up to the last
        /// one.
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

        /// The number of the track in a line; nil if there is none.
        static func track(in line: String) -> Int? {
            line.firstRange(of: "Track ").flatMap { Int(line[$0.upperBound...].prefix(3)) }
        }

        /// Starts a simulated bridge on a port, 0 for any free one; returns it with its port when it is listening.
        func bridge(_ scenario: String, port: Int = 0, more: [String] = []) async throws -> (process: FeedFront, port: Int) {
            let bridge = try FeedFront(self, ["simulate", "--port", "\(port)", "--scenario", scenario] + more)
            try await eventually("a bridge that listens") { bridge.last?.hasPrefix("listening on ") == true || !bridge.isRunning }
            let line = try #require(bridge.last, "\(bridge.errors)")
            return (bridge, try #require(line.split(separator: ":").last.flatMap { Int($0) }))
        }
    }
#endif
