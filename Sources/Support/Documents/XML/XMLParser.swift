import SubdialBasics
import SubdialCExpat

/// A parser of XML documents on Expat, which reads nothing but the text: no other files, and no entities that the document declares.
package struct XMLParser {
    /// The reason why a text is no XML document, with its position.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The line and the column, from 1.
        package let line: Int, column: Int
        /// The reason.
        package let reason: String

        /// The position and the reason.
        package var description: String { "\(line):\(column): \(reason)" }
    }

    /// The maximum depth of elements.
    private static let deepest = 100
    /// The maximum number of elements and attributes.
    private static let most = 200_000

    /// The root element of a text.
    ///
    /// Named character references of HTML are replaced even if the document does not declare them, as feeds have them.
    package static func root(of text: String) throws(Failure) -> XMLElement {
        guard let parser = XML_ParserCreate("UTF-8") else { throw Failure(line: 1, column: 1, reason: "out of memory") }
        defer { XML_ParserFree(parser) }
        let reading = Reading(parser)
        // References that are not declared are passed to a handler, as in a document with a DTD elsewhere, which is not read.
        XML_UseForeignDTD(parser, XML_Bool(1))
        XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let name else { return }
                Reading.of(context)?.start(String(cString: name), attributes)
            }, { context, _ in Reading.of(context)?.end() })
        XML_SetCharacterDataHandler(parser) { context, text, length in
            guard let text else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
            Reading.of(context)?.add(String(decoding: bytes, as: UTF8.self))
        }
        XML_SetSkippedEntityHandler(parser) { context, name, _ in
            guard let word = name.map({ String(cString: $0) }) else { return }
            Reading.of(context)?.add(HTMLEntities.character(of: word) ?? "&\(word);")
        }
        XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
            Reading.of(context)?.stop("the document declares entities, which are not expanded")
        }
        var text = text
        let status = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                XML_Parse(parser, bytes.baseAddress, Int32(clamping: bytes.count), 1)
            }
        }
        func failure(_ reason: String) -> Failure {
            Failure(
                line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1, reason: reason)
        }
        if let reason = reading.reason { throw failure(reason) }
        guard status == XML_STATUS_OK else {
            throw failure(XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "it is malformed")
        }
        guard let root = reading.root else { throw failure("there is no element in it") }
        return root
    }

    /// The elements that are open, while the text is read.
    private final class Reading {
        private let parser: XML_Parser
        private var open: [XMLElement] = []
        private var count = 0
        private(set) var root: XMLElement?
        /// The reason why reading was stopped.
        private(set) var reason: String?

        init(_ parser: XML_Parser) { self.parser = parser }

        static func of(_ context: UnsafeMutableRawPointer?) -> Reading? {
            context.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
        }

        func stop(_ reason: String) {
            self.reason = self.reason ?? reason
            XML_StopParser(parser, XML_Bool(0))
        }

        func start(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
            guard open.count < XMLParser.deepest else { return stop("elements are nested more than \(XMLParser.deepest) deep") }
            var values: [String: String] = [:]
            var index = 0
            while let attributes, let key = attributes[index], let value = attributes[index + 1] {
                values[String(cString: key)] = String(cString: value)
                index += 2
            }
            count += 1 + values.count
            guard count <= XMLParser.most else { return stop("there are more than \(XMLParser.most) elements and attributes") }
            open.append(XMLElement(name: name, attributes: values))
        }

        func add(_ text: String) {
            guard let last = open.indices.last else { return }
            open[last].text += text
        }

        func end() {
            guard let element = open.popLast() else { return }
            guard let last = open.indices.last else {
                root = element
                return
            }
            open[last].places.append(open[last].text.utf8.count)
            open[last].children.append(element)
        }
    }
}
