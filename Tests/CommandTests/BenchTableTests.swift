import Foundation
import SubdialTestSupport
import Testing

/// The table of `Scripts/bench`, for given records and a given last run.
@Suite struct BenchTableTests {
    /// Returns the table of records; `last` is the last run that was kept, nil for none.
    private func table(_ records: String, after last: String? = nil) throws -> String {
        let folder = URL(filePath: Scratch.path("sd"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var arguments = [Repository.root.appending(path: "Scripts/bench").path, "--table"]
        for (name, text) in [("now.tsv", records), ("last.tsv", last)] {
            guard let text else { continue }
            // Fields are separated by bars here, for the eye.
            let lines = text.split(separator: "\n").map { line in
                line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
                    .joined(separator: "\t")
            }
            let file = folder.appending(path: name)
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
            arguments.append(file.path)
        }
        let process = Process()
        process.executableURL = URL(filePath: Tool.python)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.runUnblocked()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    @Test func aMissedAimIsMarked() throws {
        #expect(
            try table(
                """
                a widget | 4.2 | ms | 0.02 | takumi | 16.8 | <= 0.25 |
                its size | 290 | kB | 0 | takumi | 287 | <= 1.0 |
                peak memory | 30.5 | MB | 0 | | | <= 30 | of 3
                frames | 61 | | 0 | | | >= 60 |
                lines | 3 | | 0 | | | |
                """) == """
                    | measurement | ours    | peer          | ratio | aim     | last run |               |
                    |-------------|---------|---------------|-------|---------|----------|---------------|
                    | a widget    | 4.20 ms | 16.8 (takumi) | 0.25  | <= 0.25 |          |               |
                    | its size    | 290 kB  | 287 (takumi)  | 1.01  | <= 1.0  |          | missed        |
                    | peak memory | 30.5 MB |               |       | <= 30   |          | missed – of 3 |
                    | frames      | 61.0    |               |       | >= 60   |          |               |
                    | lines       | 3.00    |               |       |         |          |               |

                    2 of 4 aims are reached.
                    There is no kept run to compare with.

                    """)
    }

    /// The machine of this run has half the speed of the last one, as the calibration shows.
    @Test func aRunIsComparedWithTheLastOne() throws {
        let last = """
            calibration: Cairo's PNG writer | 40 | ms | 0 | | | |
            a widget | 4 | ms | 0.02 | takumi | 16 | |
            a template | 1 | ms | 0.02 | | | |
            memory | 20 | MB | 0 | | | |
            gone | 1 | ms | 0 | | | |
            """
        let now = """
            calibration: Cairo's PNG writer | 80 | ms | 0 | | | |
            a widget | 8 | ms | 0.02 | takumi | 32 | |
            a template | 2.4 | ms | 0.02 | | | |
            memory | 30 | MB | 0 | | | |
            new | 1 | ms | 0 | | | |
            """
        #expect(
            try table(now, after: last) == """
                | measurement                     | ours    | peer          | ratio | aim | last run    |       |
                |---------------------------------|---------|---------------|-------|-----|-------------|-------|
                | calibration: Cairo's PNG writer | 80.0 ms |               |       |     | 40.0        |       |
                | a widget                        | 8.00 ms | 32.0 (takumi) | 0.25  |     | 0.25 (+0%)  |       |
                | a template                      | 2.40 ms |               |       |     | 1.00 (+20%) | worse |
                | memory                          | 30.0 MB |               |       |     | 20.0 (+50%) | worse |
                | new                             | 1.00 ms |               |       |     |             |       |

                0 of 0 aims are reached.
                Worse than the last run by more than the noise:
                  a template: by 20%, where 5% may be chance
                  memory: by 50%, where 5% may be chance
                Not measured in this run: gone

                """)
    }

    /// Each row: the last record, the record now, and if it is named as worse.
    @Test(arguments: [
        ("10 | MB | 0 | | | |", "10.4 | MB | 0 | | | |", false),
        ("10 | MB | 0 | | | |", "10.6 | MB | 0 | | | |", true),
        // The spreads of both runs add up.
        ("10 | MB | 0.1 | | | |", "12 | MB | 0.15 | | | |", false),
        ("10 | MB | 0.1 | | | |", "13 | MB | 0.15 | | | |", true),
        // Improvements are not listed.
        ("10 | MB | 0 | | | |", "2 | MB | 0 | | | |", false),
        // More is better for an aim that is a least value.
        ("10 | | 0 | | | >= 5 |", "20 | | 0 | | | >= 5 |", false),
        ("10 | | 0 | | | >= 5 |", "9 | | 0 | | | >= 5 |", true),
        // The ratio counts, not the time.
        ("10 | ms | 0 | other | 20 | |", "30 | ms | 0 | other | 60 | |", false),
        ("10 | ms | 0 | other | 20 | |", "10 | ms | 0 | other | 10 | |", true),
        // A ratio to another peer says nothing.
        ("10 | ms | 0 | other | 20 | |", "10 | ms | 0 | another | 10 | |", false),
        ("0 | | 0 | | | |", "1 | | 0 | | | |", true),
        ("0 | | 0 | | | |", "0 | | 0 | | | |", false),
    ])
    func noiseIsNotNamed(last: String, now: String, isWorse: Bool) throws {
        let text = try table("it | \(now)", after: "it | \(last)")
        #expect(text.contains("Nothing got worse by more than the noise.") == !isWorse, "\(text)")
        #expect(text.contains("\n  it: by ") == isWorse, "\(text)")
    }

    /// A ratio that grows because the peer got faster, as between two modes of the same program.
    @Test(arguments: [(8, false), (9, true)]) func aFasterPeerMakesNothingWorse(milliseconds: Int, isWorse: Bool) throws {
        let last = """
            calibration: Cairo's PNG writer | 40 | ms | 0 | | | |
            what moved | 8 | ms | 0 | all anew | 80 | |
            """
        let now = """
            calibration: Cairo's PNG writer | 40 | ms | 0 | | | |
            what moved | \(milliseconds) | ms | 0 | all anew | 20 | |
            """
        #expect(try table(now, after: last).contains("\n  what moved: ") == isWorse)
    }
}
