import Foundation
public import SubdialSwiftUI

/// A parameter of an intent.
///
/// Its value is the one that was set, or else its default, or else that of its query, which is asked before the intent is used. A parameter
/// without any of these is an error of the test or the program, which names it.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue>: @unchecked Sendable {
    // Unchecked: `lock` guards the values.

    /// The title, as the system shows it.
    public let title: LocalizedStringResource
    /// The description; nil for none.
    let parameterDescription: LocalizedStringResource?
    /// What gives the choices and their default; nil for the query of the type.
    private let options: (any DynamicOptionsProvider)?
    private let lock = NSLock()
    private var own: Value?
    private var standard: Value?
    private let place: SourcePlace
    /// The intent and the property, such as `CheckIntent.task`; nil before the parameters of the intent were listed.
    private var owner: String?

    init(
        _ title: LocalizedStringResource?, _ description: LocalizedStringResource?, _ standard: Value.UnwrappedType?,
        _ options: (any DynamicOptionsProvider)? = nil, place: SourcePlace
    ) {
        self.place = place
        self.title = title ?? ""
        parameterDescription = description
        self.standard = standard.map { Value._value(of: $0) }
        self.options = options
    }

    public var wrappedValue: Value {
        get {
            guard let value = lock.withLock({ own ?? standard }) ?? Value._absent else {
                place.endProcess(
                    "\(description) has no value: set it before it is read, or give it a default, or its query a defaultResult(); "
                        + "a widget, a control and a performed intent ask for these themselves")
            }
            return value
        }
        set { lock.withLock { own = newValue } }
    }

    /// The parameter for messages.
    private var description: String {
        let words = String(localized: title)
        let name = lock.withLock { owner }.map { " \($0)" } ?? ""
        return "the parameter\(name)\(words.isEmpty ? "" : " '\(words)'")"
    }

    /// The parameter itself, which can ask for its value.
    public var projectedValue: IntentParameter<Value> { self }

    /// The names of parameters of the system's screens: no effect in a picture.
    public struct InputConnectionBehavior: Hashable, Sendable {
        private let name: String

        public static var `default`: Self { Self(name: "default") }
        public static var never: Self { Self(name: "never") }
        public static var connectToPreviousIntentResult: Self { Self(name: "connectToPreviousIntentResult") }
    }
}

/// A parameter of any type.
package protocol AnyIntentParameter: AnyObject, Sendable {
    /// True if it can be read.
    var hasValue: Bool { get }
    /// The value for the name of a region; nil for none.
    var text: String? { get }
    /// Sets the value to that of another parameter of the same type.
    func copyValue(from other: any AnyIntentParameter)
    /// Asks for the default if there is no value.
    func resolve() async
    /// Sets the words for the intent and the property in messages.
    func setOwner(_ owner: String)
    /// Sets the value; false for one of another type.
    func setValue(_ value: Any) -> Bool
}

extension IntentParameter: AnyIntentParameter {
    package var hasValue: Bool { lock.withLock { own ?? standard } ?? Value._absent != nil }

    package var text: String? { lock.withLock { own ?? standard }?._text }

    package func copyValue(from other: any AnyIntentParameter) {
        guard let other = other as? IntentParameter<Value> else { return }
        let (own, standard) = other.lock.withLock { (other.own, other.standard) }
        lock.withLock { (self.own, self.standard) = (own, standard) }
    }

    package func resolve() async {
        guard lock.withLock({ own ?? standard }) == nil else { return }
        nonisolated(unsafe) let found = await queriedDefault()
        lock.withLock { standard = standard ?? found }
    }

    /// The default of the options or of the type's query.
    private func queriedDefault() async -> Value? {
        guard let options else { return await Value._queriedDefault() }
        let result: (any _IntentValue)? = await options.defaultResult()
        return (result as? Value.UnwrappedType).map { Value._value(of: $0) } ?? result.flatMap { $0 as? Value }
    }

    package func setOwner(_ owner: String) { lock.withLock { self.owner = owner } }

    package func setValue(_ value: Any) -> Bool {
        guard let value = value as? Value ?? (value as? Value.UnwrappedType).map({ Value._value(of: $0) }) else { return false }
        wrappedValue = value
        return true
    }
}

extension IntentParameter {
    /// The error of a parameter whose value is asked for.
    public func needsValueError(_ dialog: IntentDialog? = nil) -> any Error {
        IntentRequestError("a value of '\(String(localized: title))'", dialog)
    }

    /// The error of a parameter whose value is to be chosen.
    public func needsDisambiguationError(among values: [Value.UnwrappedType], dialog: IntentDialog? = nil) -> any Error {
        IntentRequestError("a choice of '\(String(localized: title))'", dialog)
    }

    /// Throws: nobody answers in a test.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value { throw needsValueError(dialog) }

    /// Throws: nobody chooses in a test.
    public func requestDisambiguation(
        among values: [Value.UnwrappedType], dialog: IntentDialog? = nil
    ) async throws -> Value.UnwrappedType {
        throw needsDisambiguationError(among: values, dialog: dialog)
    }

    /// Confirms: an intent in a test goes on as if the person had agreed.
    public func requestConfirmation(for value: Value.UnwrappedType, dialog: IntentDialog? = nil) async throws -> Bool { true }
}

/// What an intent asks of a person, which nobody answers in a test.
struct IntentRequestError: Error, CustomStringConvertible {
    let description: String

    init(_ wanted: String, _ dialog: IntentDialog?) {
        let words = dialog.map { ": \"\($0.text)\"" } ?? ""
        description = "the intent asks for \(wanted)\(words): give the intent its value before it is performed"
    }
}
