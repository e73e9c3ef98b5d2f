import Glibc
import SubdialCGLib

/// The conversion of encoded text by the C library's converters.
package enum TextConversion {
    /// The reason why text was not converted.
    package enum Failure: Error, Hashable, Sendable {
        case unknownCharset, invalidBytes
    }

    /// The longest name of a character set.
    private static let longestName = 64

    /// Converts text in a character set such as `ISO-8859-1` or `Shift_JIS` to UTF-8.
    package static func utf8(_ bytes: [UInt8], from charset: String) throws(Failure) -> [UInt8] {
        // The C library would accept options such as "//IGNORE", and other encodings of its own.
        guard !charset.isEmpty, charset.utf8.count <= longestName,
            charset.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "+"):
                    true
                default: false
                }
            })
        else { throw .unknownCharset }
        var written: gsize = 0
        var error: UnsafeMutablePointer<GError>?
        defer { if let error { g_error_free(error) } }
        let text = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                g_convert(buffer.baseAddress, gssize(buffer.count), "UTF-8", charset, nil, &written, &error)
            }
        }
        guard let text else {
            // GLib reports a converter that cannot be opened in one of two ways.
            let unknown = [G_CONVERT_ERROR_NO_CONVERSION, G_CONVERT_ERROR_FAILED].map { Int32(bitPattern: $0.rawValue) }
            throw error.map { unknown.contains($0.pointee.code) } ?? false ? .unknownCharset : .invalidBytes
        }
        defer { g_free(text) }
        return text.withMemoryRebound(to: UInt8.self, capacity: Int(written)) { Array(UnsafeBufferPointer(start: $0, count: Int(written))) }
    }
}
