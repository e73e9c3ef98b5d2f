import SubdialCYAML

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
