import SubdialBasics
import SubdialDocuments
import SubdialHTTP
import SubdialPlayback

/// The contents of `/requests/playlist.json`: trees of folders and tracks.
struct VLCPlaylist: Hashable, Sendable {
    /// A track.
    struct Leaf: Hashable, Sendable {
        var id: Int
        var name: String
        /// The duration in seconds; nil if unknown.
        var length: Double?
        /// The URL of the media; empty if unknown.
        var uri: String
        var isCurrent: Bool
    }

    /// The tracks of each tree in order: the playlist, and the media library.
    private var trees: [[Leaf]]

    /// - Parameter escapesText: True if names contain XML entities.
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
                    id: id, name: (escapesText ? VLCText.unescaped(name) : name).trimmed(),
                    length: node.seconds("duration").flatMap { $0 > 0 ? $0 : nil }, uri: node["uri"]?.string ?? "",
                    isCurrent: node["current"] != nil))
        }
    }

    var isEmpty: Bool { trees.allSatisfy(\.isEmpty) }

    /// The track with that id.
    func leaf(_ id: Int) -> Leaf? {
        trees.lazy.flatMap { $0 }.first { $0.id == id }
    }

    /// The tracks after the current one, in playback order.
    ///
    /// Empty with shuffle on, when the order is unknown, and while one track is repeated.
    func upcoming(after status: VLCStatus, limit: Int) -> [Leaf] {
        guard limit > 0, !status.isRandom, !status.isRepeating, let item = status.item else { return [] }
        // By id, or else by the `current` mark: status and playlist come from consecutive requests and may differ.
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
    /// The playlist entry as a track; VLC's playlist contains no artists.
    var track: Track { Track(title: title, length: length) }

    /// The name, without its extension if it is the file name.
    private var title: String {
        guard !name.isEmpty else { return MediaAddress.title(of: uri) ?? "" }
        let file = uri.split(separator: "/").last.map { MediaAddress.decoded(String($0)) }
        return name == file ? MediaAddress.title(of: uri) ?? name : name
    }
}

/// Text as VLC writes it.
enum VLCText {
    private static let entities: [(name: String, character: Character)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"),
    ]

    /// `text` with XML entities replaced, each once: `&amp;lt;` becomes `&lt;`.
    static func unescaped(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var plain = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            plain += rest[..<start]
            rest = rest[start...]
            if let entity = entities.first(where: { rest.hasPrefix($0.name) }) {
                plain.append(entity.character)
                rest = rest.dropFirst(entity.name.count)
            } else {
                plain.append(rest.removeFirst())
            }
        }
        return plain + rest
    }
}
