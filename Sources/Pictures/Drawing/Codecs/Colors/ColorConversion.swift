import SubdialBasics
import SubdialSystem
import Synchronization

/// The conversion of a picture's colours to sRGB by Little CMS, once, when the picture is decoded.
final class ColorConversion: @unchecked Sendable {
    /// How a decoder delivers pixels.
    enum Layout: Hashable {
        /// Grey in all three colours of BGRA or RGBA.
        case grey
        /// Opaque BGRA.
        case bgra
        /// RGBA with straight alpha.
        case rgba
        /// RGBA with straight alpha, 16 bits each in the machine's order.
        case rgba16
        /// The inks cyan, magenta, yellow and black; 255 is all ink.
        case cmyk
        /// As ``cmyk``, but 255 is no ink.
        case invertedCMYK

        fileprivate var kind: ColorLibrary.Kind {
            switch self {
            case .grey: .grey
            case .bgra, .rgba, .rgba16: .rgb
            case .cmyk, .invertedCMYK: .cmyk
            }
        }

        /// The formats before and after the conversion in Little CMS' words: bytes, channels, extra channels, order, inversion and colours.
        fileprivate var formats: (UInt32, UInt32) {
            let (rgb, bgra): (UInt32, UInt32) = (4 << 16 | 3 << 3, 4 << 16 | 1 << 14 | 1 << 10 | 1 << 7 | 3 << 3 | 1)
            switch self {
            case .grey: return (3 << 16 | 1 << 3 | 1, rgb | 1)
            case .bgra: return (bgra, bgra)
            case .rgba: return (rgb | 1 << 7 | 1, rgb | 1 << 7 | 1)
            case .rgba16: return (rgb | 1 << 7 | 2, rgb | 1 << 7 | 1)
            case .cmyk: return (6 << 16 | 4 << 3 | 1, bgra)
            case .invertedCMYK: return (6 << 16 | 1 << 13 | 4 << 3 | 1, bgra)
            }
        }
    }

    /// The result of looking for a conversion.
    enum Outcome: Sendable {
        /// The colours are those of sRGB, but for a level.
        case none
        case conversion(ColorConversion)
        /// The colours are drawn as sRGB, for a reason.
        case impossible(String)

        /// The conversion, if there is one; reports why it is impossible.
        func conversion(of format: ImageFormat, _ report: (ImageWarning) -> Void) -> ColorConversion? {
            switch self {
            case .none: return nil
            case .conversion(let conversion): return conversion
            case .impossible(let reason):
                report(.unconvertedColors(format, reason))
                return nil
            }
        }
    }

    /// The maximum size of a profile in bytes: those of printing machines have some megabytes.
    private static let largestProfile = 8 << 20

    private struct Key: Hashable {
        enum Colors: Hashable {
            case profile(WideHash)
            case other(SourceColors)
        }

        let colors: Colors
        let layout: Layout

        init(_ colors: SourceColors, _ layout: Layout) {
            // The bytes of many large profiles would stay in memory.
            if case .profile(let bytes) = colors { self.colors = .profile(WideHash(bytes)) } else { self.colors = .other(colors) }
            self.layout = layout
        }
    }

    /// The conversions that were made last: pictures of one origin have the same profile.
    private static let known = Mutex(RecentCache<Key, Outcome>(capacity: 16))

    private let library: ColorLibrary
    private let transform: ColorLibrary.Transform
    /// The layout of the pixels before the conversion.
    let layout: Layout
    /// The levels of red, green and blue for each grey.
    private var greys: [UInt8] = []

    private init?(_ library: ColorLibrary, _ colors: SourceColors, _ layout: Layout) {
        let (input, output) = layout.formats
        guard let transform = library.transform(from: colors, input, to: output) else { return nil }
        (self.library, self.transform, self.layout) = (library, transform, layout)
        guard layout == .grey else { return }
        greys = [UInt8](repeating: 0, count: 3 * 256)
        library.convert(transform, (0...255).map { UInt8($0) }, &greys, count: 256)
    }

    deinit { library.free(transform) }

    /// Finds the conversion of such colours; `.none` where nothing is to be done.
    ///
    /// - Parameter isGrey: True for a picture of greys, which may have a profile of one or of three colours.
    static func from(_ colors: SourceColors?, _ layout: Layout, isGrey: Bool = false) -> Outcome {
        guard let colors else { return .none }
        var layout = layout
        if isGrey, case .profile(let bytes) = colors, ColorLibrary.kind(ofProfile: bytes) == .grey { layout = .grey }
        if case .profile(let bytes) = colors, bytes.count > largestProfile { return .impossible("its colour profile is too large") }
        let key = Key(colors, layout)
        if let outcome = known.withLock({ $0[key] }) { return outcome }
        let outcome = make(colors, layout)
        known.withLock { $0[key] = outcome }
        return outcome
    }

    private static func make(_ colors: SourceColors, _ layout: Layout) -> Outcome {
        switch colors {
        case .unknown(let reason): return .impossible(reason)
        case .space(let space):
            if space.isSRGB { return .none }
        case .profile(let bytes):
            guard let kind = ColorLibrary.kind(ofProfile: bytes) else { return .impossible("its colour profile is not usable") }
            guard kind == layout.kind else { return .impossible("its colour profile is for other colours") }
        }
        guard let library = ColorLibrary.shared else {
            let missing = ColorLibrary.library
            return .impossible("\(missing.file) is not installed\(missing.package.remedy)")
        }
        guard let conversion = ColorConversion(library, colors, layout) else { return .impossible("its colour profile is not usable") }
        return conversion.changesNothing ? .none : .conversion(conversion)
    }

    /// True if no colour changes by more than a level, as with the profiles that cameras and editors write for sRGB.
    private var changesNothing: Bool {
        switch layout {
        case .cmyk, .invertedCMYK: return false
        case .grey: return greys.indices.allSatisfy { abs(Int(greys[$0]) - $0 / 3) <= 1 }
        case .bgra, .rgba, .rgba16:
            let levels: [UInt8] = [0, 8, 32, 64, 96, 128, 160, 192, 224, 255]
            var before: [UInt8] = []
            for first in levels { for second in levels { for third in levels { before += [first, second, third, 255] } } }
            var colors = before
            if layout == .rgba16 {
                let wide = before.map { UInt16($0) * 257 }
                wide.withUnsafeBytes { source in
                    if let source = source.baseAddress { library.convert(transform, source, &colors, count: before.count / 4) }
                }
            } else {
                library.convert(transform, before, &colors, count: before.count / 4)
            }
            return colors.indices.allSatisfy { $0 % 4 == 3 || abs(Int(colors[$0]) - Int(before[$0])) <= 1 }
        }
    }

    /// The pixels between two questions whether the work is cancelled.
    private static let strip = 1 << 18

    /// Converts pixels in place; the result has 8 bits per colour, and alpha stays as it is.
    ///
    /// - Parameters:
    ///   - pixels: The address of the pixels. Of 16-bit pixels only the first half of the memory is used afterwards.
    ///   - count: The number of pixels.
    /// - Returns: False after a cancellation.
    func apply(to pixels: UnsafeMutablePointer<UInt8>, count: Int, isCancelled: () -> Bool) -> Bool {
        var first = 0
        while first < count {
            if isCancelled() { return false }
            let length = min(Self.strip, count - first)
            convert(pixels, first, length)
            first += length
        }
        return true
    }

    private func convert(_ pixels: UnsafeMutablePointer<UInt8>, _ first: Int, _ count: Int) {
        let target = pixels + first * 4
        switch layout {
        case .bgra, .rgba: library.convert(transform, target, target, count: count)
        case .rgba16:
            // The result is never ahead of the source.
            let source = pixels + first * 8
            let alphas = (0..<count).map { UInt16(source[$0 * 8 + 6]) | UInt16(source[$0 * 8 + 7]) << 8 }
            library.convert(transform, source, target, count: count)
            for (index, alpha) in alphas.enumerated() { target[index * 4 + 3] = UInt8((UInt32(alpha) * 255 + 32895) >> 16) }
        case .cmyk, .invertedCMYK:
            library.convert(transform, target, target, count: count)
            for index in 0..<count { target[index * 4 + 3] = 255 }
        case .grey:
            for index in 0..<count {
                let grey = 3 * Int(target[index * 4])
                // The result of a grey profile is grey.
                (target[index * 4], target[index * 4 + 1], target[index * 4 + 2]) = (greys[grey], greys[grey + 1], greys[grey + 2])
            }
        }
    }
}
