import FoundationEssentials
import Logging
import SubdialEngine
import SubdialKinds
import SubdialLibrary
import SubdialPlayback
import SubdialSystem

/// Measures the documents of the library's kinds, with a library of a hundred thousand tracks and a history of two thousand listens.
enum LibraryBench {
    private static let listens = 2000

    /// Runs the benchmark.
    ///
    /// - Parameter path: The database of the library; the history is created next to it.
    static func run(root: String, path: String) async throws {
        let folders = UserFolders(environment: ["HOME": path + "-home"])
        defer { try? FileManager.default.removeItem(atPath: path + "-home") }
        let history = HistoryDatabase(folders.history)
        let start = Date.now.addingTimeInterval(-300 * Double(listens))
        for number in 0..<listens {
            let date = start.addingTimeInterval(300 * Double(number))
            let track = Track(title: "Track \(number * 37 % 9000)", artist: "Artist \(number % 800)", length: 200)
            _ = try history.record(Listen(track: track, started: date, heardUntil: date + 100, source: nil, zone: "z"), submitting: false)
        }
        let hub = Hub(folders: folders, logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
        for name in ["recently-played", "most-played", "album-of-the-day", "playlist"] {
            let file = "\(root)/Templates/\(name)/kind.yaml"
            let text = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
            let kind = try Kind(text, name: name, file: file)
            let surroundings = KindSurroundings(library: LibrarySettings(database: path))
            let instance = KindInstance(kind, try KindValues([:], of: kind), surroundings: surroundings, isShipped: true)
            var time = Timing()
            for _ in 0..<15 {
                let start = ContinuousClock.now
                _ = try await hub.documents(of: instance)
                time.rounds.append((ContinuousClock.now - start) / .milliseconds(1))
            }
            report("\(name), 100,000 tracks", time)
            report("\(name), 100,000 tracks, at most", time.rounds.max() ?? 0, "ms")
        }
    }
}
