import Foundation

/// Tags that are written byte by byte, so that they can be wrong.
enum MusicTag {
    static func number(_ value: Int, isBig: Bool = true) -> Data {
        let value = UInt32(value)
        return withUnsafeBytes(of: isBig ? value.bigEndian : value.littleEndian) { Data($0) }
    }

    /// A frame of ID3v2.3.
    static func frame(_ id: String, _ content: Data) -> Data { Data(id.utf8) + number(content.count) + Data([0, 0]) + content }

    /// The frame of a picture; `description` stands between the type and the picture.
    static func picture(
        _ type: UInt8, _ bytes: Data, mime: String = "image/jpeg", encoding: UInt8 = 0, description: Data = Data([0])
    ) -> Data {
        frame("APIC", Data([encoding]) + Data(mime.utf8) + Data([0, type]) + description + bytes)
    }

    static func text(_ id: String, _ text: String) -> Data { frame(id, Data([3]) + Data(text.utf8)) }

    /// A tag of ID3v2.
    static func id3(_ frames: [Data], version: UInt8 = 3) -> Data {
        let content = frames.reduce(Data(), +)
        let size = [21, 14, 7, 0].map { UInt8(content.count >> $0 & 0x7F) }
        return Data("ID3".utf8) + Data([version, 0, 0] + size) + content
    }

    /// A tag of APE, for the end of a file.
    static func ape(_ items: [(key: String, value: Data, isBinary: Bool)]) -> Data {
        let content = items.reduce(Data()) { data, item in
            data + number(item.value.count, isBig: false) + number(item.isBinary ? 2 : 0, isBig: false) + Data(item.key.utf8) + Data([0])
                + item.value
        }
        func mark(_ flags: Int) -> Data {
            Data("APETAGEX".utf8) + number(2000, isBig: false) + number(content.count + 32, isBig: false)
                + number(items.count, isBig: false) + number(flags, isBig: false) + Data(count: 8)
        }
        return mark(0xA000_0000) + content + mark(0x8000_0000)
    }

    /// A block of a picture as FLAC and Vorbis comments have it.
    static func block(_ type: Int, _ bytes: Data) -> Data {
        let mime = Data("image/jpeg".utf8)
        return number(type) + number(mime.count) + mime + number(0) + Data(count: 16) + number(bytes.count) + bytes
    }

    /// Appends a chunk to a file of chunks, RIFF or AIFF.
    static func appending(_ chunk: String, _ content: Data, to file: Data, isBig: Bool) -> Data {
        var result = file + Data(chunk.utf8) + number(content.count, isBig: isBig) + content
        if content.count % 2 == 1 { result.append(0) }
        result.replaceSubrange(4..<8, with: number(result.count - 8, isBig: isBig))
        return result
    }
}
