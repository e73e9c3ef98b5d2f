import CPNG
import Drawing

/// Measures the compression of a PNG with each compression library.
enum WritingBench {
    static func run(_ name: String, _ bitmap: Bitmap) throws {
        let channels = bitmap.isOpaque ? 3 : 4
        let bound = subdial_png_bound(bitmap.height * (bitmap.width * channels + 1))
        var target = [UInt8](repeating: 0, count: bound)
        var counts = [0, 0]
        func write(_ mayUseISAL: Bool) {
            counts[mayUseISAL ? 0 : 1] = bitmap.pixels.withUnsafeBytes { bytes in
                guard let start = bytes.bindMemory(to: UInt32.self).baseAddress else { return 0 }
                return subdial_png_data(start, bitmap.width, bitmap.height, Int32(channels), &target, bound, mayUseISAL)
            }
        }
        let times = try medians(rounds: 25, [{ write(true) }, { write(false) }])
        let lines = zip(["ISA-L", "libdeflate"], zip(times, counts)).map { name, figures in
            "\(name) \(figures.0.short) ms, \(figures.1 / 1000) kB"
        }
        report("\(name), PNG data", subdial_png_has_isal() ? lines.joined(separator: "; ") : lines[1])
    }
}
