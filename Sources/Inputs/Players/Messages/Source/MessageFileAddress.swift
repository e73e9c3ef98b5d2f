import SubdialBasics
import SubdialHTTP
import SubdialPlayback

/// The address of a message source: `file:/PATH` for a file or a FIFO, `file:-` for standard input.
package struct MessageFileAddress: Hashable, Sendable {
    /// The kind of input.
    package enum Place: Hashable, Sendable {
        /// A regular file or a FIFO, by its absolute path.
        case file(path: String)
        /// The standard input of this process.
        case standardInput
    }

    /// The input.
    package let place: Place

    /// Parses an address that a user wrote.
    ///
    /// After `file://` the path is percent-decoded, as in every URL; after `file:/` it is taken literally.
    ///
    /// - Throws: `SourceError.badAddress` with a message that suggests a correct form.
    package init(_ text: String) throws(SourceError) {
        let written = text.trimmed()
        func bad(_ reason: String) -> SourceError { .badAddress(written.oneLine(limit: 100), reason: reason) }
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

    /// The address as displayed in messages.
    package var text: String {
        switch place {
        case .file(let path): "file:\(path)"
        case .standardInput: "file:-"
        }
    }

    /// The id of the zone with this name in the messages: the address, followed by `#` and the name unless it is nil.
    package func zone(_ name: String?) -> ZoneID { ZoneID(text + (name.map { "#\($0)" } ?? "")) }

    /// The name in the messages of the zone with this id; the inner nil is for the zone without a name, the outer for an id of another
    /// source.
    func name(of zone: ZoneID) -> String?? {
        if zone.rawValue == text { return .some(nil) }
        let prefix = text + "#"
        return zone.rawValue.hasPrefix(prefix) ? .some(String(zone.rawValue.dropFirst(prefix.count))) : nil
    }

    /// The display name of the zone without a name: the file's name without its extension.
    package var name: String {
        switch place {
        case .file(let path): MediaAddress.title(of: "/" + String(path.split(separator: "/").last ?? "").percentEncoded) ?? path
        case .standardInput: "standard input"
        }
    }

    /// The path to which controls are written; nil if there is none.
    var controlPath: String? {
        guard case .file(let path) = place else { return nil }
        return path + ".control"
    }

    /// The folder that contains the covers; nil if there is none.
    var folder: String? {
        guard case .file(let path) = place, let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension MessageFileAddress: CustomStringConvertible {
    /// The address as it is written.
    package var description: String { text }
}
