import Drawing

/// A picture in pale grey on which is drawn what differs.
struct DifferencePicture {
    private let width: Int
    private let height: Int
    /// Blue, green, red and alpha; opaque or clear, so that straight and premultiplied are the same.
    private var words: [UInt32]

    private static let different: UInt32 = 0xFFFF_0000
    private static let smoothed: UInt32 = 0xFFFF_FF00
    private static let mask: UInt32 = 0xFFFF_00FF

    /// Takes the straight pixels of the picture to be seen behind.
    init(width: Int, height: Int, straight: (Int) -> UInt32) {
        self.width = width
        self.height = height
        words = (0..<width * height).map { Self.paleGrey(straight($0)) }
    }

    /// Takes a clear background, on which only what counts is drawn.
    init(maskOfWidth width: Int, height: Int) {
        self.width = width
        self.height = height
        words = [UInt32](repeating: 0, count: width * height)
    }

    /// Fills the runs: red what counts, yellow what is smoothed.
    mutating func draw(_ runs: [PixelRun]) {
        for run in runs {
            let start = Int(run.row) * width
            for index in start + Int(run.begin)..<start + Int(run.end) {
                words[index] = run.isSmoothed ? Self.smoothed : Self.different
            }
        }
    }

    /// Lays magenta that lets half through over the rectangles, once where they overlap.
    mutating func draw(masks: [PixelRect]) {
        let open = MaskedRows(masks, width: width, height: height)
        for row in 0..<height {
            var begin = 0
            func cover(_ columns: Range<Int>) {
                for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
                    words[index] = Self.average(words[index], Self.mask)
                }
            }
            open.forEachOpenRun(in: row) { columns in
                cover(begin..<columns.lowerBound)
                begin = columns.upperBound
            }
            cover(begin..<width)
        }
    }

    /// The picture as it is.
    var bitmap: Bitmap {
        let bytes = words.withUnsafeBytes { [UInt8]($0) }
        return Bitmap(width: width, height: height, pixels: bytes) ?? Bitmap(width: width, height: height)
    }

    /// Half of each, byte by byte.
    private static func average(_ first: UInt32, _ second: UInt32) -> UInt32 {
        (first & second) &+ ((first ^ second) & 0xFEFE_FEFE) >> 1
    }

    /// A tenth of the pixel's brightness on white.
    private static func paleGrey(_ word: UInt32) -> UInt32 {
        let brightness =
            Double(word >> 16 & 0xFF) * YIQ.weights.red + Double(word >> 8 & 0xFF) * YIQ.weights.green + Double(word & 0xFF)
            * YIQ.weights.blue
        let grey = UInt32(saturating: max(0, min(255, 255 + (brightness - 255) * 0.1 * Double(word >> 24) / 255)))
        return 0xFF00_0000 | grey << 16 | grey << 8 | grey
    }
}
