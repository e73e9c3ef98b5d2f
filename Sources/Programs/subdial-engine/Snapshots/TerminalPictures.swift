import FoundationEssentials
import SubdialDrawing
import SubdialSnapshots

/// Shows pictures in a terminal, with the graphics protocol that it supports.
struct TerminalPictures {
    enum Way: Equatable {
        case kitty, iTerm2, sixel
    }

    /// The maximum width of a picture, in pixels.
    private static let width = 1000
    /// The maximum size of a base64 chunk in kitty's protocol, in bytes.
    private static let piece = 4096

    let way: Way?

    /// Detects the protocol from the environment; `SUBDIAL_PICTURES` overrides the detection.
    init(environment: [String: String]) {
        let program = environment["TERM_PROGRAM"] ?? ""
        let term = environment["TERM"] ?? ""
        switch environment["SUBDIAL_PICTURES"] {
        case "kitty": way = .kitty
        case "iterm2": way = .iTerm2
        case "sixel": way = .sixel
        case "none": way = nil
        default:
            if environment["KITTY_WINDOW_ID"] != nil || term.contains("kitty") || program == "ghostty" {
                way = .kitty
            } else if program == "iTerm.app" || program == "WezTerm" || environment["LC_TERMINAL"] == "iTerm2" {
                way = .iTerm2
            } else if term.hasPrefix("foot") || term.hasPrefix("mlterm") || term.contains("sixel") {
                way = .sixel
            } else {
                way = nil
            }
        }
    }

    /// The escape sequences that show the pictures in a row; nil if there is no picture or no supported protocol.
    func show(_ paths: [String]) -> String? {
        guard let way else { return nil }
        let pictures = paths.compactMap { path in
            FileManager.default.contents(atPath: path).flatMap { try? PNG.decode([UInt8]($0)) }
        }
        guard !pictures.isEmpty else { return nil }
        var bitmap = Bitmap.sideBySide(pictures)
        func encoded() -> Data? { (try? PNG.encode(bitmap)).map { Data($0) } }
        switch way {
        case .kitty: return encoded().map { Self.kitty($0.base64EncodedString()) }
        case .iTerm2: return encoded().map { "\u{1B}]1337;File=inline=1;size=\($0.count):\($0.base64EncodedString())\u{7}" }
        case .sixel:
            if bitmap.width > Self.width {
                bitmap = bitmap.resized(width: Self.width, height: max(1, bitmap.height * Self.width / bitmap.width))
            }
            return Sixel.text(bitmap)
        }
    }

    private static func kitty(_ encoded: String) -> String {
        var text = ""
        var rest = encoded[...]
        var isFirst = true
        repeat {
            let part = rest.prefix(piece)
            rest = rest.dropFirst(piece)
            text += "\u{1B}_G\(isFirst ? "a=T,f=100," : "")m=\(rest.isEmpty ? 0 : 1);\(part)\u{1B}\\"
            isFirst = false
        } while !rest.isEmpty
        return text
    }
}

/// Encodes pictures as DEC sixels: rows of six pixels in the 216 colours of a 6×6×6 cube, on a dark background.
enum Sixel {
    /// The escape sequence for a picture.
    static func text(_ bitmap: Bitmap) -> String {
        var text = "\u{1B}Pq\"1;1;\(bitmap.width);\(bitmap.height)"
        for color in 0..<216 { text += "#\(color);2;\(color / 36 * 20);\(color / 6 % 6 * 20);\(color % 6 * 20)" }
        for band in stride(from: 0, to: bitmap.height, by: 6) {
            var masks: [Int: [UInt8]] = [:]
            for row in 0..<min(6, bitmap.height - band) {
                for column in 0..<bitmap.width {
                    masks[color(bitmap, column, band + row), default: [UInt8](repeating: 0, count: bitmap.width)][column] |= 1 << row
                }
            }
            text += masks.sorted { $0.key < $1.key }.map { "#\($0.key)\(line($0.value))" }.joined(separator: "$") + "-"
        }
        return text + "\u{1B}\\"
    }

    private static func color(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int {
        let offset = (y * bitmap.width + x) * 4
        func level(_ channel: Int) -> Int {
            let over = Int(bitmap.pixels[offset + channel]) + (255 - Int(bitmap.pixels[offset + 3])) * 24 / 255
            return (min(255, over) * 5 + 127) / 255
        }
        return level(2) * 36 + level(1) * 6 + level(0)
    }

    /// Encodes runs of equal characters.
    private static func line(_ masks: [UInt8]) -> String {
        var text = ""
        var index = 0
        while index < masks.count {
            var end = index + 1
            while end < masks.count, masks[end] == masks[index] { end += 1 }
            let sign = String(UnicodeScalar(63 + masks[index]))
            text += end - index > 3 ? "!\(end - index)\(sign)" : String(repeating: sign, count: end - index)
            index = end
        }
        return text
    }
}
