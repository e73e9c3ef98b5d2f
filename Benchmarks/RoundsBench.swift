import FoundationEssentials
import Glibc
import SubdialDrawing
import SubdialSnapshots
import SubdialWidgets

/// Measures one round for each line of standard input, so that rounds alternate with those of another program's process.
///
/// The answer to a line is the duration in milliseconds and, of a picture, the number of its bytes.
enum RoundsBench {
    /// Draws the compared widget, a second later in each round.
    static func widget(root: String) throws {
        let scene = try PlayingScene(root: root)
        var second = 0.0
        try answer {
            second += 1
            return try scene.picture(after: second).png().count
        }
    }

    /// Compares two picture files, which are decoded before.
    static func comparison(_ expected: String, _ actual: String) throws {
        func pixels(_ path: String) throws -> StraightPixels {
            try StraightPixels(decoding: Array(FileManager.default.contents(atPath: path) ?? Data()))
        }
        let (expected, actual) = (try pixels(expected), try pixels(actual))
        let comparer = PictureComparer()
        try answer {
            _ = comparer.compare(expected, actual)
            return 0
        }
    }

    private static func answer(_ work: @escaping () throws -> Int) throws {
        while readLine() != nil {
            var bytes = 0
            let time = try timings(rounds: 1, [{ bytes = try work() }])[0]
            print("\(time.median)\t\(bytes)")
            fflush(nil)
        }
    }
}
