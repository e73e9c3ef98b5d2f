import Glibc
import SubdialDrawing
import SubdialSystem

/// Decodes the pictures of a folder at their own size, for a comparison with another decoder.
enum PictureDecoding {
    /// Writes `NAME.png` for each picture of a folder, and prints a line for each: `NAME`, a tab, and `ok`, the warnings, or the error.
    static func run(folder: String, output: String) throws {
        for name in try names(in: folder) {
            guard let bytes = InputFile.picture(at: "\(folder)/\(name)") else { continue }
            var words: [String] = []
            let png: [UInt8]?
            do throws(ImageError) {
                png = try PNG.encode(try ImageDecoder.decode(bytes, report: { words.append("warning: \($0)") }))
            } catch {
                (png, words) = (nil, ["error: \(error)"])
            }
            if let png { _ = try PrivateFile("\(output)/\(name).png").write(png) }
            print("\(name)\t\(words.isEmpty ? "ok" : words.joined(separator: "; "))")
        }
    }

    private static func names(in folder: String) throws -> [String] {
        guard let stream = opendir(folder) else { throw SystemError.last }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
