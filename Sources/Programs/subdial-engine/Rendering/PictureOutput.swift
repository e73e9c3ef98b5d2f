import FoundationEssentials
import SubdialBasics
import SubdialEngine

/// The kinds of output for `-o`: a file, a folder, or stdout.
enum PictureOutput {
    /// True if the path is a folder.
    static func isFolder(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory
    }

    /// Refuses a picture on a terminal, which would show its bytes.
    static func check(_ output: String, in context: CommandContext) throws(CommandFailure) {
        guard output == "-", context.outputIsTerminal else { return }
        throw CommandFailure(
            .wrongUsage, "-o - writes the bytes of a picture, and stdout is a terminal: give -o FILE, or redirect it: -o - > FILE")
    }

    /// The format for the extension of a file name; PNG for a name without an extension, such as that of a pipe, and for stdout.
    ///
    /// - Parameter takesBMP: True if BMP is permitted, which is for panels only.
    /// - Throws: `CommandFailure` for any other extension.
    static func format(of file: String, takesBMP: Bool = false) throws(CommandFailure) -> PictureFormat {
        let name = file.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return .png }
        let ending = name[name.index(after: dot)...].lowercased()
        let formats = PictureFormat.allCases.filter { $0 != .bmp || takesBMP }
        if let format = formats.first(where: { $0.rawValue == ending }) { return format }
        guard !ending.isEmpty, ending.allSatisfy({ $0.isLetter || $0.isNumber }), !ending.allSatisfy(\.isNumber) else { return .png }
        let known = formats.map { ".\($0.rawValue)" }.joined(separator: ", ")
        throw CommandFailure(
            .wrongUsage, "'\(file)': pictures are written as \(known), and not as .\(ending): -o \(file.dropLast(ending.count))png")
    }
}
