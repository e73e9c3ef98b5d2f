import HTTP
import JSON
import Playback

/// What `/requests/playlist.json` says: trees of folders and tracks.
struct VLCPlaylist: Hashable, Sendable {
    /// One track.
    struct Leaf: Hashable, Sendable {
        var id: Int
        var name: String
        /// nil where it is not known.
        var length: Double?
        /// Where it is; empty where that is not told.
        var uri: String
        var isCurrent: Bool
    }

    /// The tracks of each tree in their order: what is to be played, and the media library.
    var trees: [[Leaf]]

    /// - Parameter escapesText: Whether names are written as in XML.
    init(_ json: JSONValue, escapesText: Bool) throws(VLCError) {
        guard case .array(let roots)? = json["children"] else { throw .malformed("there is no playlist in it") }
        trees = roots.map { root in
            var leaves: [Leaf] = []
            Self.collect(root, escapesText, into: &leaves)
            return leaves
        }
    }

    private static func collect(_ node: JSONValue, _ escapesText: Bool, into leaves: inout [Leaf]) {
        if case .array(let children)? = node["children"] {
            for child in children { collect(child, escapesText, into: &leaves) }
        } else if node["type"]?.string == "leaf",
            let id = node["id"]?.string.flatMap({ Int($0) }) ?? node["id"]?.number.flatMap({ Int(exactly: $0) })
        {
            let name = node["name"]?.string ?? ""
            leaves.append(
                Leaf(
                    id: id, name: Characters.trimmed(escapesText ? VLCText.unescaped(name) : name),
                    length: node.seconds("duration").flatMap { $0 > 0 ? $0 : nil }, uri: node["uri"]?.string ?? "",
                    isCurrent: node["current"] != nil))
        }
    }

    var isEmpty: Bool { trees.allSatisfy(\.isEmpty) }

    /// The track of that number.
    func leaf(_ id: Int) -> Leaf? {
        trees.lazy.flatMap { $0 }.first { $0.id == id }
    }

    /// The tracks that will come after the current one, the next first.
    ///
    /// Nobody knows what comes where tracks are shuffled, and nothing does while one is repeated.
    func upcoming(after status: VLCStatus, limit: Int) -> [Leaf] {
        guard limit > 0, !status.isRandom, !status.isRepeating, let item = status.item else { return [] }
        // By its number, or where that is not in the list by the mark: the two are asked for one after the other.
        let (byNumber, byMark) = ({ (leaf: Leaf) in leaf.id == item }, { (leaf: Leaf) in leaf.isCurrent })
        for isCurrent in [byNumber, byMark] {
            for tree in trees {
                guard let place = tree.firstIndex(where: isCurrent) else { continue }
                let ahead = tree[(place + 1)...].prefix(limit)
                return Array(ahead) + (status.isLooping ? Array(tree[..<place].prefix(limit - ahead.count)) : [])
            }
        }
        return []
    }
}

extension VLCPlaylist.Leaf {
    /// The track as a list of those to come names it: VLC tells no artists there.
    var track: Track { Track(title: title, length: length) }

    /// The name, without the extension where it is that of the file.
    private var title: String {
        guard !name.isEmpty else { return MediaAddress.title(of: uri) ?? "" }
        let file = uri.split(separator: "/").last.map { MediaAddress.decoded(String($0)) }
        return name == file ? MediaAddress.title(of: uri) ?? name : name
    }
}
