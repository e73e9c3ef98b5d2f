import SubdialDrawing

/// The benchmarks within one process, which print records; `Scripts/bench` runs them, and measures whole processes.
///
/// `Scripts/compare-pictures` uses `decode`.
@main
enum Bench {
    private static let usage = """
        usage: subdial-bench pictures ROOT
               subdial-bench swift ROOT
               subdial-bench snapshots ROOT
               subdial-bench mixer ROOT
               subdial-bench ink ROOT
               subdial-bench updates URL
               subdial-bench library ROOT DATABASE
               subdial-bench serve PORT PROCESS
               subdial-bench rounds widget ROOT
               subdial-bench rounds comparison PICTURE PICTURE
               subdial-bench growth WHAT COUNT ROOT
               subdial-bench decode FOLDER FOLDER
        """

    static func main() async throws {
        // As in the commands that draw.
        FreedMemory.retain()
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("pictures", 2): try PictureBench.run(root: words[1])
        case ("swift", 2): try SwiftWidgetBench.run(root: words[1])
        case ("snapshots", 2): try SnapshotBench.run(root: words[1])
        case ("mixer", 2): try MixerBench.run(root: words[1])
        case ("ink", 2): try InkBench.run(root: words[1])
        case ("updates", 2): try await UpdatesBench.run(address: words[1])
        case ("library", 3): try await LibraryBench.run(root: words[1], path: words[2])
        case ("serve", 3):
            guard let port = UInt16(words[1]), let process = Int32(words[2]) else { return print(usage) }
            try ServeBench.run(port: port, process: process)
        case ("rounds", 3) where words[1] == "widget": try RoundsBench.widget(root: words[2])
        case ("rounds", 4) where words[1] == "comparison": try RoundsBench.comparison(words[2], words[3])
        case ("growth", 4):
            guard let subject = GrowthBench(rawValue: words[1]), let count = Int(words[2]), count > 0 else { return print(usage) }
            try await subject.run(count: count, root: words[3])
        case ("decode", 3): try PictureDecoding.run(folder: words[1], output: words[2])
        default: print(usage)
        }
    }
}
