import Engine
import FoundationEssentials

/// Where `-o` sends pictures: a file, a folder, or stdout.
enum PictureOutput {
    /// True where a folder stands at the path.
    static func isFolder(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory
    }

    /// Checks the name of a file: a picture is a PNG whatever its name says, and another name would lie.
    ///
    /// - Throws: `CommandFailure` for the ending of another format. A name without an ending, such as that of a pipe, is taken.
    static func check(file: String) throws {
        let name = file.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return }
        let ending = name[name.index(after: dot)...].lowercased()
        guard !ending.isEmpty, ending != "png", ending.allSatisfy({ $0.isLetter || $0.isNumber }), !ending.allSatisfy(\.isNumber) else {
            return
        }
        throw CommandFailure(.wrongUsage, "pictures are PNG files, and '\(file)' has another ending: -o \(file.dropLast(ending.count))png")
    }
}
