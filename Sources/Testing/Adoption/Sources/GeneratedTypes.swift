import FoundationEssentials
import SubdialSystem

/// The types that Xcode makes of files which are no Swift, and which Linux lacks: of models of Core Data.
enum GeneratedTypes {
    /// The maximum size of a file, in bytes.
    private static let maximumSize = 16 << 20

    /// The files of the types, by the types' names.
    static func names(in files: [String]) -> [String: String] {
        var names: [String: String] = [:]
        for file in files where ["xcdatamodeld", "xcdatamodel"].contains(file.pathExtension) {
            let contents = (try? FileManager.default.subpathsOfDirectory(atPath: file))?.filter { $0.fileName == "contents" } ?? []
            for path in contents {
                for entity in text("\(file)/\(path)").split(separator: "<entity").dropFirst() {
                    let tag = entity.prefix { $0 != ">" }
                    if let name = attribute("representedClassName", in: tag) ?? attribute("name", in: tag) { names[name] = file }
                }
            }
        }
        return names
    }

    private static func text(_ file: String) -> String {
        ((try? InputFile.bytes(at: file, limit: maximumSize, accepting: .regular)).map { String(decoding: $0, as: UTF8.self) }) ?? ""
    }

    private static func attribute(_ name: String, in tag: Substring) -> String? {
        tag.firstRange(of: " \(name)=\"").map { String(tag[$0.upperBound...].prefix { $0 != "\"" }) }
    }
}
