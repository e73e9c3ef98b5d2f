extension YAMLNode {
    /// The most aliases that a document may use.
    ///
    /// Twenty, even if each stands for the ones before, evaluate to a few thousand times the document.
    package static let maximumAliases = 20
    /// The most levels of lists and mappings in each other.
    package static let maximumDepth = 100

    /// Reads the only document of a text.
    ///
    /// Every alias is replaced by the value of its anchor. Tags are ignored.
    ///
    /// - Returns: nil for a text without a document: nothing, or only comments.
    /// - Throws: The error in the text, also if it contains a second document.
    package init?(parsing text: String) throws(YAMLError) {
        var text = text
        let result: Result<YAMLNode?, YAMLError> = text.withUTF8 { bytes in
            guard !bytes.isEmpty else { return .success(nil) }
            do throws(YAMLError) {
                var composer = YAMLComposer(events: try YAMLEvents(bytes))
                return .success(try composer.document())
            } catch {
                return .failure(error)
            }
        }
        guard let node = try result.get() else { return nil }
        self = node
    }
}

/// Builds the values of a document from its events.
private struct YAMLComposer {
    /// A list or mapping that is still open.
    private struct Open {
        let mark: YAMLMark
        let anchor: String?
        /// The elements of a list; the alternating keys and values of a mapping.
        var nodes: [YAMLNode] = []
    }

    let events: YAMLEvents
    private var anchors: [String: YAMLNode] = [:]
    private var aliases = 0
    private var open: [Open] = []

    init(events: YAMLEvents) {
        self.events = events
    }

    mutating func document() throws(YAMLError) -> YAMLNode? {
        var root: YAMLNode?
        while true {
            let (event, mark) = try events.next()
            let node: YAMLNode
            switch event {
            case .streamEnd: return root
            case .other: continue
            case .documentStart:
                guard root == nil else { throw .syntax(mark, problem: "but found another document") }
                continue
            case .sequenceStart(let anchor), .mappingStart(let anchor):
                guard open.count <= YAMLNode.maximumDepth else { throw .tooDeep(mark) }
                open.append(Open(mark: mark, anchor: anchor))
                continue
            case .alias(let name):
                aliases += 1
                guard aliases <= YAMLNode.maximumAliases else { throw .tooManyAliases(mark) }
                guard let value = anchors[name] else { throw .syntax(mark, problem: "found undefined alias") }
                node = value
            case .scalar(let text, let style, let anchor):
                node = YAMLNode(content: .scalar(text, style), mark: mark)
                if let anchor { anchors[anchor] = node }
            case .sequenceEnd:
                guard let list = open.popLast() else { continue }
                node = YAMLNode(content: .sequence(list.nodes), mark: list.mark)
                if let anchor = list.anchor { anchors[anchor] = node }
            case .mappingEnd:
                guard let mapping = open.popLast() else { continue }
                node = YAMLNode(content: .mapping(try Self.members(mapping.nodes)), mark: mapping.mark)
                if let anchor = mapping.anchor { anchors[anchor] = node }
            }
            if open.isEmpty { root = node } else { open[open.count - 1].nodes.append(node) }
        }
    }

    private static func members(_ nodes: [YAMLNode]) throws(YAMLError) -> [YAMLNode.Member] {
        var members: [YAMLNode.Member] = []
        members.reserveCapacity(nodes.count / 2)
        var keys: Set<String> = []
        for index in stride(from: 0, to: nodes.count - 1, by: 2) {
            let key = nodes[index]
            if let text = key.text, !keys.insert(text).inserted { throw .duplicateKey(key.mark, key: text) }
            members.append(YAMLNode.Member(key: key, value: nodes[index + 1]))
        }
        return members
    }
}
