import SubdialBasics

/// The Swift source with the types that Xcode makes of intent definitions, for `IntentConfiguration(intent: SelectStationIntent.self)`.
///
/// A parameter has its default value at first, as in a widget that nobody has configured. Handlers may have any methods: a picture calls
/// none.
package struct IntentClasses: Sendable {
    /// Messages about intents and types that are not in the source.
    package private(set) var warnings: [String] = []
    /// The names of the types in the source.
    package private(set) var names: Set<String> = []
    private var lines: [String] = []
    /// The names of the cases of each enumeration.
    private var cases: [String: [String]] = [:]

    package init() {}

    /// Adds the types of a definition; one that cannot be written is a warning, and the others are there.
    ///
    /// - Throws: ``AdoptionError`` for a file that is no definition.
    package mutating func add(contentsOf path: String) throws(AdoptionError) {
        let definition = try IntentDefinition(reading: path)
        for value in definition.enums ?? [] { cases[value.name] = (value.values ?? []).map(\.name) }
        for value in definition.enums ?? [] { add(value.name, path) { writer throws(Problem) in try writer.enumeration(value) } }
        for value in definition.types ?? [] { add(value.name, path) { writer throws(Problem) in try writer.object(value) } }
        for intent in definition.intents ?? [] where !intent.isOfTheSystem {
            add(intent.className, path) { writer throws(Problem) in try writer.intent(intent) }
        }
    }

    /// True if there is no type.
    package var isEmpty: Bool { lines.isEmpty }

    /// The source.
    package var source: String {
        // In a module whose declarations are of the main actor by default, these are of none, as the classes that Xcode makes.
        (["// Written by 'subdial widget': do not edit.", "import Foundation", "import Intents"] + lines).joined(separator: "\n") + "\n"
    }

    private mutating func add(_ name: String, _ path: String, _ write: (inout Writer) throws(Problem) -> Void) {
        guard !names.contains(name) else { return }
        var writer = Writer(cases: cases)
        do throws(Problem) {
            try write(&writer)
            lines += writer.lines
            names.formUnion(writer.names)
        } catch {
            warnings.append("\(path): \(name) is left out: \(error.reason)")
        }
    }

    private struct Problem: Error { let reason: String }

    /// Writes the types of one intent, enumeration or object.
    private struct Writer {
        let cases: [String: [String]]
        var lines: [String] = []
        var names: Set<String> = []

        /// The codes that every response has.
        private static let codes = [
            "unspecified", "ready", "continueInApp", "inProgress", "success", "failure", "failureRequiringAppLaunch",
        ]
        /// The types of parameters by the names that a definition gives them.
        private static let types = [
            "Boolean": "NSNumber", "Date": "DateComponents", "DateComponents": "DateComponents", "Decimal": "NSNumber",
            "Duration": "NSNumber", "Integer": "NSNumber", "Number": "NSNumber", "SpeakableString": "INSpeakableString",
            "String": "String", "TimeInterval": "NSNumber", "URL": "URL",
        ]

        init(cases: [String: [String]]) { self.cases = cases }

        private func name(_ text: String) throws(Problem) -> String {
            guard SwiftName.isIdentifier(text) else { throw Problem(reason: "'\(text)' is no name of a type or a member") }
            return SwiftName.escaped(text)
        }

        mutating func enumeration(_ value: IntentDefinition.Enumeration) throws(Problem) {
            let type = try name(value.name)
            var members: [String] = []
            for member in value.values ?? [] { members.append("\(try name(member.name)) = \(member.index ?? 0)") }
            guard !members.isEmpty else { throw Problem(reason: "it has no values") }
            lines += ["", "nonisolated public enum \(type): Int, Sendable {", "    case \(members.joined(separator: ", "))", "}"]
            names.insert(value.name)
            result(value.name, of: type)
        }

        mutating func object(_ value: IntentDefinition.Object) throws(Problem) {
            let type = try name(value.name)
            lines += ["", "nonisolated public class \(type): INObject {"]
            for property in value.properties ?? [] where !property.isInherited { lines.append(try line(property.member)) }
            lines.append("}")
            names.insert(value.name)
            result(value.name, of: type)
        }

        mutating func intent(_ intent: IntentDefinition.Intent) throws(Problem) {
            let type = try name(intent.className)
            lines += ["", "nonisolated public class \(type): INIntent {"]
            for parameter in intent.parameters ?? [] { lines.append(try line(parameter.member)) }
            lines += ["}", "", "nonisolated public protocol \(type)Handling: NSObjectProtocol {}", ""]
            var codes = Self.codes
            let own = (intent.response?.codes ?? []).compactMap(\.name).filter { !$0.isEmpty && !Self.codes.contains($0) }
            for (place, code) in own.enumerated() { codes.append("\(try name(code)) = \(100 + place)") }
            lines += [
                "nonisolated public enum \(type)ResponseCode: Int, Sendable {", "    case \(codes.joined(separator: ", "))", "}", "",
                "nonisolated public class \(type)Response: INIntentResponse {",
                "    public var code = \(type)ResponseCode.unspecified",
            ]
            for parameter in intent.response?.parameters ?? [] { lines.append(try line(parameter.member)) }
            lines += [
                "", "    public convenience init(code: \(type)ResponseCode, userActivity: NSUserActivity?) {", "        self.init()",
                "        self.code = code", "        self.userActivity = userActivity", "    }", "}",
            ]
            names.formUnion(["", "Handling", "ResponseCode", "Response"].map { intent.className + $0 })
        }

        /// The result of a handler that resolves a parameter: nothing resolves one here.
        private mutating func result(_ name: String, of type: String) {
            let makers = [
                "success(with value: \(type))", "disambiguation(with values: [\(type)])", "confirmationRequired(with value: \(type)?)",
                "needsValue()", "notRequired()", "unsupported()",
            ]
            let result = "\(name)ResolutionResult"
            lines += ["", "nonisolated public class \(result): NSObject {"]
            lines += makers.map { "    public class func \($0) -> \(result) { \(result)() }" } + ["}"]
            names.insert(result)
        }

        /// The declaration of a property.
        private func line(_ member: IntentDefinition.Member) throws(Problem) -> String {
            let property = try name(member.name)
            let type: String
            if member.type == "Object" {
                type = try member.object.map { value throws(Problem) in try name(value) } ?? "INObject"
            } else if let enumeration = member.enumeration, member.type == "Integer" {
                type = try name(enumeration)
                if !member.isList { return "    public var \(property) = \(type).\(try start(member.start, of: enumeration))" }
            } else if let known = Self.types[member.type] {
                type = known
            } else {
                throw Problem(reason: "'\(member.name)' has the type '\(member.type)', which is not here")
            }
            let start: String? =
                switch member.start {
                case .text(let text) where type == "String": text.swiftLiteral
                case .truth(let value) where type == "NSNumber": "NSNumber(value: \(value))"
                case .integer(let value) where type == "NSNumber": "NSNumber(value: \(value))"
                case .number(let value) where type == "NSNumber": "NSNumber(value: \(value))"
                default: nil
                }
            return "    public var \(property): \(member.isList ? "[\(type)]" : type)?"
                + (member.isList ? "" : start.map { " = \($0)" } ?? "")
        }

        /// The case at first: that of the definition, or else the first one, which Xcode calls `unknown`.
        private func start(_ start: IntentDefinition.Start?, of enumeration: String) throws(Problem) -> String {
            let cases = cases[enumeration]
            if case .text(let text) = start, cases?.contains(text) ?? true { return try name(text) }
            return try name(cases?.first ?? "unknown")
        }
    }
}
