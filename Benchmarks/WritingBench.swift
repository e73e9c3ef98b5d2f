import SubdialCPixels
import SubdialDrawing

/// Measures the compression of a PNG with ISA-L beside libdeflate, or with libdeflate alone.
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
        let times = try timings(rounds: 25, [{ write(true) }, { write(false) }])
        let kilobytes = counts.map { Double($0) / 1000 }
        let (time, size) = ("\(name), PNG data", "\(name), PNG data, size")
        if subdial_png_has_isal() {
            report(time, times[0], beside: ("libdeflate", times[1]))
            report(size, kilobytes[0], "kB", beside: ("libdeflate", kilobytes[1]))
        } else {
            report(time, times[1])
            report(size, kilobytes[1], "kB")
        }
    }
}
