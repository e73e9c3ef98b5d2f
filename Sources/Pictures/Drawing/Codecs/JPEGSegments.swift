/// The segments of a JPEG before its pixels that matter for drawing.
struct JPEGSegments {
    /// How the picture is turned.
    private(set) var orientation = Orientation.up
    /// The colours by the ICC profile; nil if there is none.
    private(set) var colors: SourceColors?
    /// The number of colours of a pixel: 1 for grey, 3, or 4 for inks; 0 if the header does not say.
    private(set) var components = 0

    /// Reads the segments up to the first scan.
    init(_ bytes: [UInt8]) {
        var parts: [Int: ArraySlice<UInt8>] = [:]
        var count = 0
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            // Fill bytes can precede a marker. The start of a scan ends the headers.
            if marker == 0xFF {
                position += 1
                continue
            }
            guard marker != 0xDA, marker != 0xD9 else { break }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard length >= 2, position + 2 + length <= bytes.count else { break }
            let segment = bytes[(position + 4)..<(position + 2 + length)]
            switch marker {
            case 0xE1 where orientation == .up && segment.starts(with: Self.exif): orientation = EXIF.orientation(in: segment)
            case 0xE2 where segment.starts(with: Self.profile) && segment.count > Self.profile.count + 2:
                // The number of the part from 1 on, and the number of parts.
                let start = segment.startIndex + Self.profile.count
                count = Int(segment[start + 1])
                parts[Int(segment[start])] = segment.dropFirst(Self.profile.count + 2)
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                components = segment.dropFirst(5).first.map(Int.init) ?? 0
            default: break
            }
            position += 2 + length
        }
        guard count > 0 else { return }
        let found = (1...count).compactMap { parts[$0] }
        colors = found.count == count ? .profile(found.flatMap { $0 }) : .unknown("a part of its colour profile is missing")
    }

    private static let exif = Array("Exif\0\0".utf8)
    private static let profile = Array("ICC_PROFILE\0".utf8)
}
