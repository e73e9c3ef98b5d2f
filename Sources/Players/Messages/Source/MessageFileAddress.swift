import HTTP
import PercentEncoding
import Playback

/// Where messages come from: `file:/PATH` for a file or a FIFO, `file:-` for the standard input of this process.
public struct MessageFileAddress: Hashable, Sendable {
    /// What is read.
    public enum Place: Hashable, Sendable {
        /// A regular file or a FIFO, by its absolute path.
        case file(path: String)
        /// The standard input of this process.
        case standardInput
    }

    /// What is read.
    public let place: Place

    /// Reads what a user wrote.
    ///
    /// Behind `file://` percent signs stand for bytes, as in every URL; behind `file:/` they stand for themselves.
    ///
    /// - Throws: `SourceError.badAddress`, telling what to write instead.
    public init(_ text: String) throws(SourceError) {
        let written = Characters.trimmed(text)
        func bad(_ reason: String) -> SourceError { .badAddress(Characters.oneLine(written, limit: 100), reason: reason) }
        guard written.lowercased().hasPrefix("file:") else { throw bad("it does not begin with 'file:'; write file:/PATH") }
        let rest = String(written.dropFirst(5))
        if rest == "-" {
            place = .standardInput
            return
        }
        guard let path = rest.hasPrefix("//") ? MediaAddress.path(of: written) : rest, path.hasPrefix("/") else {
            throw bad("write the whole path, from its first slash: file:/PATH, or file:- for standard input")
        }
        guard path.utf8.count < 4096, path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }), !path.hasSuffix("/") else {
            throw bad("that is no path of a file")
        }
        place = .file(path: path)
    }

    /// The address as messages show it.
    public var text: String {
        switch place {
        case .file(let path): "file:\(path)"
        case .standardInput: "file:-"
        }
    }

    /// The id of the zone that has this name in the messages, behind a `#`; of the one that needs none, the address itself.
    public func zone(_ name: String?) -> ZoneID { ZoneID(text + (name.map { "#\($0)" } ?? "")) }

    /// The name in the messages of the zone that has this id, with nil for the one that needs none; nil for an id of another source.
    func name(of zone: ZoneID) -> String?? {
        if zone.rawValue == text { return .some(nil) }
        let prefix = text + "#"
        return zone.rawValue.hasPrefix(prefix) ? .some(String(zone.rawValue.dropFirst(prefix.count))) : nil
    }

    /// What to call the zone that has no name: the file's, without its extension.
    public var name: String {
        switch place {
        case .file(let path): MediaAddress.title(of: "/" + String(path.split(separator: "/").last ?? "").percentEncoded) ?? path
        case .standardInput: "standard input"
        }
    }

    /// Where controls go; nil where there is no such place.
    var controlPath: String? {
        guard case .file(let path) = place else { return nil }
        return path + ".control"
    }

    /// The folder in which covers lie; nil where there is none.
    var folder: String? {
        guard case .file(let path) = place, let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension MessageFileAddress: CustomStringConvertible {
    /// The address as it is written.
    public var description: String { text }
}
