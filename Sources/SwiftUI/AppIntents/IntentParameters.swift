import SubdialSwiftUI

/// The parameters of an intent, by name.
package struct IntentParameters: Sendable {
    /// The parameters in the order of the source.
    package let all: [(name: String, parameter: any AnyIntentParameter)]
    private let intent: any AppIntent

    /// The intent whose defaults are asked for; nil for none.
    @TaskLocal static var edited: (any AppIntent)?

    /// Finds the parameters of an intent: the stored properties with `@Parameter`.
    package init(of intent: any AppIntent) {
        self.intent = intent
        all = Mirror(reflecting: intent).children.compactMap { child in
            guard let label = child.label, let parameter = child.value as? any AnyIntentParameter else { return nil }
            let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
            parameter.setOwner("\(type(of: intent)).\(name)")
            return (name, parameter)
        }
    }

    /// The parameter with a name; nil for none.
    package subscript(name: String) -> (any AnyIntentParameter)? { all.first { $0.name == name }?.parameter }

    /// Asks for the defaults of the parameters without a value, in the order of the source.
    package func resolve() async {
        await Self.$edited.withValue(intent) {
            for (_, parameter) in all { await parameter.resolve() }
        }
    }

    /// The names of the parameters that cannot be read.
    package var missing: [String] { all.filter { !$0.parameter.hasValue }.map(\.name) }

    /// The name of the intent's type with its values, such as `Check(task: "3", isDone: true)`: that of its tap region.
    package var name: String {
        let values = all.compactMap { name, parameter in parameter.text.map { "\(name): \($0)" } }
        let type = String(String(describing: type(of: intent)).prefix { $0 != "<" })
        return values.isEmpty ? type : "\(type)(\(values.joined(separator: ", ")))"
    }

    /// The intent as the system performs it: made anew, with the values of its parameters alone.
    ///
    /// A property without `@Parameter` has the value of `init()` there, as on a device, where nothing else is stored.
    package var fresh: any AppIntent {
        let copy = type(of: intent).init()
        let parameters = IntentParameters(of: copy)
        for (name, parameter) in all { parameters[name]?.copyValue(from: parameter) }
        return copy
    }
}

/// What an intent has done.
package struct IntentRun: Sendable {
    /// The intent as it was performed.
    package let intent: any AppIntent
    /// The result.
    private let result: any IntentResult

    /// Performs an intent as the system does for a tap.
    package init(_ intent: any AppIntent) async throws {
        let fresh = IntentParameters(of: intent).fresh
        await IntentParameters(of: fresh).resolve()
        let missing = IntentParameters(of: fresh).missing
        guard missing.isEmpty else { throw MissingParameters(intent: "\(type(of: fresh))", names: missing) }
        let types = Mirror(reflecting: fresh).children.compactMap { ($0.value as? any AnyAppDependency)?.missingType }
        guard types.isEmpty else { throw MissingDependencies(intent: "\(type(of: fresh))", types: types) }
        (self.intent, result) = (fresh, try await Self.perform(fresh))
    }

    private static func perform<Performed: AppIntent>(_ intent: Performed) async throws -> any IntentResult { try await intent.perform() }

    /// The value; nil for none.
    package var value: Any? { (result as? any AnyIntentResult)?.anyValue }
    /// What the system says; nil for nothing.
    package var dialog: String? { (result as? any AnyIntentResult)?.words }
    /// The intent that follows; nil for none.
    package var nextIntent: (any AppIntent)? { (result as? any AnyIntentResult)?.nextIntent }
}

/// Parameters that have no value where one is needed.
package struct MissingParameters: Error, CustomStringConvertible {
    package let intent: String
    package let names: [String]

    package init(intent: String, names: [String]) { (self.intent, self.names) = (intent, names) }

    package var description: String {
        let names = names.map { "'\($0)'" }.joined(separator: ", ")
        return "\(intent) has no value for \(names): set it, or give the parameter a default, or its query a defaultResult()"
    }
}
