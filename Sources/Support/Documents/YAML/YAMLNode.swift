import SubdialCYAML

/// A value of a YAML document, with its position.
package struct YAMLNode: Sendable {
    /// The style of a scalar.
    package enum Style: Sendable {
        /// Unquoted: a number, a Boolean, null or a text, as the reader decides.
        case plain
        /// In single or double quotes.
        case quoted
        /// A literal (`|`) or folded (`>`) block.
        case block
    }

    /// A key of a mapping with its value.
    package struct Member: Sendable {
        /// The key, for which YAML allows any value.
        package let key: YAMLNode
        /// The value.
        package let value: YAMLNode
    }

    /// The three kinds of values.
    package enum Content: Sendable {
        /// A text with its style. Escapes are resolved.
        case scalar(String, Style)
        /// A list.
        case sequence([YAMLNode])
        /// Keys with values, in the order of the document.
        case mapping([Member])
    }

    /// The value.
    package let content: Content
    /// The position of the value's first character; for the value of an alias, that of its anchor's value.
    package let mark: YAMLMark

    /// The text of a scalar; nil for a list or a mapping.
    package var text: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    /// The value of a mapping's key; nil if there is no such key, or the node is not a mapping.
    package subscript(key: String) -> YAMLNode? {
        guard case .mapping(let members) = content else { return nil }
        return members.first { $0.key.text == key }?.value
    }

    /// True for YAML's null: nothing, `~` or `null`, without quotes.
    package var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return ["", "~", "null"].contains(text)
    }
}

/// A position in a document.
package struct YAMLMark: Sendable, Equatable {
    /// The line, from 1.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int

    /// Creates a position.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

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
                let events = try YAMLEvents(bytes)
                var composer = YAMLComposer(events: events)
                do throws(YAMLError) {
                    return .success(try composer.document())
                } catch {
                    return .failure(error.explained(in: bytes, since: events.context))
                }
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
                if text.isEmpty, style == .plain, let hash = events.hash(at: mark) {
                    throw .mistake(hash, reason: YAMLMistake.hash)
                }
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
            // The braces of an expression are a map as the key of a map, which begins one brace before.
            if case .mapping = key.content {
                throw .mistake(YAMLMark(line: key.mark.line, column: max(1, key.mark.column - 1)), reason: YAMLMistake.braces)
            }
            if let text = key.text, !keys.insert(text).inserted { throw .duplicateKey(key.mark, key: text) }
            members.append(YAMLNode.Member(key: key, value: nodes[index + 1]))
        }
        return members
    }
}

/// The events of a document, from libyaml.
final class YAMLEvents {
    /// An event that matters for the values of a document.
    enum Event {
        case alias(String)
        case scalar(String, YAMLNode.Style, anchor: String?)
        case sequenceStart(anchor: String?)
        case mappingStart(anchor: String?)
        case sequenceEnd, mappingEnd
        case documentStart
        case streamEnd
        /// The start of the stream, or the end of a document.
        case other
    }

    // libyaml stores the address of its parser.
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The number and the offset of the line of the last empty value.
    private var line = (number: 1, start: 0)

    /// Starts at the first event.
    ///
    /// - Parameter bytes: The document as UTF-8, not empty. It has to stay where it is as long as events are read.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
        self.bytes = bytes
        guard yaml_parser_initialize(parser) == 1 else { throw Self.outOfMemory }
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// The position at which begins what could not be parsed to its end; the start of the text if nothing did.
    var context: YAMLMark { Self.mark(parser.pointee.context_mark) }

    /// The position of a `#` that follows on the same line, directly before a word; nil for none.
    fileprivate func hash(at mark: YAMLMark) -> YAMLMark? {
        // Marks only go forward, so that the text is read once.
        while line.number < mark.line, let end = bytes[line.start...].firstIndex(of: UInt8(ascii: "\n")) {
            line = (line.number + 1, end + 1)
        }
        let end = bytes[line.start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let rest = String(decoding: bytes[line.start..<end], as: UTF8.self).unicodeScalars.dropFirst(mark.column - 1)
        let spaces = rest.prefix { $0 == " " }.count
        let comment = rest.dropFirst(spaces)
        guard line.number == mark.line, spaces > 0, comment.first == "#", let next = comment.dropFirst().first, next > " " else {
            return nil
        }
        return YAMLMark(line: mark.line, column: mark.column + spaces)
    }

    /// The next event, and the position at which it starts.
    func next() throws(YAMLError) -> (event: Event, mark: YAMLMark) {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw error }
        defer { yaml_event_delete(&event) }
        return (Self.event(event), Self.mark(event.start_mark))
    }

    private static func event(_ event: yaml_event_t) -> Event {
        switch event.type {
        case YAML_ALIAS_EVENT: return .alias(name(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            // A text may contain zeros.
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            return .scalar(text, style(scalar.style), anchor: name(scalar.anchor))
        case YAML_SEQUENCE_START_EVENT: return .sequenceStart(anchor: name(event.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT: return .mappingStart(anchor: name(event.data.mapping_start.anchor))
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        // After the last event, libyaml returns events without a type.
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .streamEnd
        default: return .other
        }
    }

    private static func name(_ bytes: UnsafeMutablePointer<UInt8>?) -> String? {
        bytes.map { String(cString: $0) }
    }

    private static func style(_ style: yaml_scalar_style_t) -> YAMLNode.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
        default: .plain
        }
    }

    private static func mark(_ mark: yaml_mark_t) -> YAMLMark {
        YAMLMark(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }

    private static let outOfMemory = YAMLError.syntax(YAMLMark(line: 1, column: 1), problem: "no memory is left to read it")

    private var error: YAMLError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be parsed"
        switch parser.pointee.error {
        case YAML_MEMORY_ERROR: return Self.outOfMemory
        // For a character that YAML does not allow, libyaml reports only the byte offset.
        case YAML_READER_ERROR: return .syntax(mark(ofByte: Int(clamping: parser.pointee.problem_offset)), problem: problem)
        default: return .syntax(Self.mark(parser.pointee.problem_mark), problem: problem)
        }
    }

    private func mark(ofByte offset: Int) -> YAMLMark {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
        return YAMLMark(
            line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            column: String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count + 1)
    }
}

/// The reason why a text cannot be read as YAML.
package enum YAMLError: Error, Equatable {
    /// The text breaks the grammar. The problem is libyaml's own description, in lower case and without a position.
    case syntax(YAMLMark, problem: String)
    /// The text breaks the grammar by a mistake that many make. The position is that of the mistake.
    case mistake(YAMLMark, reason: String)
    /// A mapping has a key twice. The position is that of the second one.
    case duplicateKey(YAMLMark, key: String)
    /// The document uses more than ``YAMLNode/maximumAliases`` aliases. The position is that of the first one too many.
    case tooManyAliases(YAMLMark)
    /// Values are nested deeper than ``YAMLNode/maximumDepth``. The position is that of the first one too deep.
    case tooDeep(YAMLMark)

    /// The position of the fault.
    package var mark: YAMLMark {
        switch self {
        case .syntax(let mark, _), .mistake(let mark, _), .duplicateKey(let mark, _), .tooManyAliases(let mark), .tooDeep(let mark): mark
        }
    }

    /// The reason in one line, without the position.
    package var reason: String {
        switch self {
        case .syntax(_, let problem): "this is not YAML: \(problem)"
        case .mistake(_, let reason): reason
        case .duplicateKey(_, let key): "the key '\(key)' stands here twice"
        case .tooManyAliases: "a file may use \(YAMLNode.maximumAliases) aliases, and this one uses more"
        case .tooDeep: "values may be nested \(YAMLNode.maximumDepth) levels deep, and these are nested deeper"
        }
    }
}

extension YAMLError {
    /// The same error with the mistake that has caused it, if it is a common one.
    fileprivate func explained(in bytes: UnsafeBufferPointer<UInt8>, since context: YAMLMark) -> YAMLError {
        guard case .syntax(let end, let problem) = self,
            let mistake = YAMLMistake(in: String(decoding: bytes, as: UTF8.self), problem: problem, at: end, since: context)
        else { return self }
        return .mistake(mistake.mark, reason: mistake.reason)
    }
}
