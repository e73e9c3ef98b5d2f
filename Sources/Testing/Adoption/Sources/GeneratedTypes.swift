import FoundationEssentials
import SubdialSystem

/// The types that Xcode makes of files which are no Swift: of definitions of intents, and of models of Core Data.
enum GeneratedTypes {
    /// The maximum size of a file, in bytes.
    private static let maximumSize = 16 << 20

    /// The files of the types, by the types' names.
    static func names(in files: [String]) -> [String: String] {
        var names: [String: String] = [:]
        for file in files {
            switch file.pathExtension {
            case "intentdefinition":
                let text = text(file)
                for name in values(of: "INIntentName", in: text) {
                    for suffix in ["Intent", "IntentHandling", "IntentResponse", "IntentResponseCode"] { names[name + suffix] = file }
                }
                for key in ["INTypeName", "INEnumName"] { for name in values(of: key, in: text) { names[name] = file } }
            case "xcdatamodeld", "xcdatamodel":
                let contents = (try? FileManager.default.subpathsOfDirectory(atPath: file))?.filter { $0.fileName == "contents" } ?? []
                for path in contents {
                    for entity in text("\(file)/\(path)").split(separator: "<entity ").dropFirst() {
                        let tag = entity.prefix { $0 != ">" }
                        if let name = attribute("representedClassName", in: tag) ?? attribute("name", in: tag) { names[name] = file }
                    }
                }
            default: break
            }
        }
        return names
    }

    private static func text(_ file: String) -> String {
        ((try? InputFile.bytes(at: file, limit: maximumSize, accepting: .regular)).map { String(decoding: $0, as: UTF8.self) }) ?? ""
    }

    /// The texts behind a key of an XML property list.
    private static func values(of key: String, in text: String) -> [String] {
        text.split(separator: "<key>\(key)</key>").dropFirst().compactMap { part in
            guard let start = part.firstRange(of: "<string>"), part[..<start.lowerBound].allSatisfy(\.isWhitespace) else { return nil }
            return String(part[start.upperBound...].prefix { $0 != "<" })
        }
    }

    private static func attribute(_ name: String, in tag: Substring) -> String? {
        tag.firstRange(of: " \(name)=\"").map { String(tag[$0.upperBound...].prefix { $0 != "\"" }) }
    }
}
