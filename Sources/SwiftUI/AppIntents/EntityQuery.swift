public import SubdialSwiftUI

/// What gives the choices of a parameter.
public protocol DynamicOptionsProvider: _SupportsAppDependencies, Sendable {
    /// The type of the default.
    associatedtype DefaultValue: _IntentValue
    /// The type of the choices.
    associatedtype Result: ResultsCollection

    /// The choices.
    func results() async throws -> Result

    /// The choice of a person who has made none; nil for none.
    func defaultResult() async -> DefaultValue?
}

extension DynamicOptionsProvider {
    public typealias ItemCollection<Value: _IntentValue> = IntentItemCollection<Value>
    public typealias ItemSection<Value: _IntentValue> = IntentItemSection<Value>
    public typealias Item<Value: _IntentValue> = IntentItem<Value>

    public func defaultResult() async -> Result.Result? { nil }
}

/// What finds the entities of a type.
public protocol EntityQuery: DynamicOptionsProvider, PersistentlyIdentifiable {
    associatedtype Entity: AppEntity
    /// The type of the choices.
    associatedtype SuggestedEntities: ResultsCollection

    init()

    /// The entities with identifiers.
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]

    /// The choices that the system offers.
    func suggestedEntities() async throws -> SuggestedEntities
}

extension EntityQuery {
    public func suggestedEntities() async throws -> IntentItemCollection<Entity> { .empty }

    public func results() async throws -> SuggestedEntities { try await suggestedEntities() }
}

/// A query that searches for words.
public protocol EntityStringQuery: EntityQuery {
    associatedtype StringQueryResult: ResultsCollection

    func entities(matching string: String) async throws -> StringQueryResult
}

/// A query that knows all entities.
public protocol EnumerableEntityQuery: EntityQuery {
    func allEntities() async throws -> [Entity]
}

extension EnumerableEntityQuery {
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] {
        let wanted = Set(identifiers)
        return try await allEntities().filter { wanted.contains($0.id) }
    }

    public func suggestedEntities() async throws -> [Entity] { try await allEntities() }

    public func results() async throws -> [Entity] { try await allEntities() }
}

/// A query of the only entity of its type.
public protocol UniqueAppEntityQuery: EntityQuery {
    func uniqueEntity() async throws -> Entity
}

extension UniqueAppEntityQuery {
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] { [try await uniqueEntity()] }

    public func suggestedEntities() async throws -> [Entity] { [try await uniqueEntity()] }
}

/// The choices of a parameter.
public protocol ResultsCollection {
    associatedtype Result: _IntentValue
}

extension Array: ResultsCollection where Element: _IntentValue {
    public typealias Result = Element
}

/// Choices in sections.
public struct IntentItemCollection<Result: _IntentValue>: ResultsCollection, @unchecked Sendable {
    // Unchecked: immutable values of intents, which are passed on.

    public let promptLabel: LocalizedStringResource?
    public let usesIndexedCollation: Bool
    public let sections: [IntentItemSection<Result>]

    /// Builds the sections of a collection.
    @resultBuilder
    public enum Builder {
        public static func buildExpression(_ section: IntentItemSection<Result>) -> [IntentItemSection<Result>] { [section] }

        public static func buildBlock(_ sections: [IntentItemSection<Result>]...) -> [IntentItemSection<Result>] { sections.flatMap { $0 } }

        public static func buildArray(_ sections: [[IntentItemSection<Result>]]) -> [IntentItemSection<Result>] { sections.flatMap { $0 } }

        public static func buildOptional(_ sections: [IntentItemSection<Result>]?) -> [IntentItemSection<Result>] { sections ?? [] }

        public static func buildEither(first: [IntentItemSection<Result>]) -> [IntentItemSection<Result>] { first }

        public static func buildEither(second: [IntentItemSection<Result>]) -> [IntentItemSection<Result>] { second }
    }

    public static var empty: IntentItemCollection<Result> { IntentItemCollection(sections: []) }

    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, sections: [IntentItemSection<Result>]
    ) {
        (self.promptLabel, self.usesIndexedCollation, self.sections) = (promptLabel, usesIndexedCollation, sections)
    }

    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        @Builder sections: () -> [IntentItemSection<Result>]
    ) {
        self.init(promptLabel: promptLabel, usesIndexedCollation: usesIndexedCollation, sections: sections())
    }

    public init(promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, items: [Result]) {
        self.init(promptLabel: promptLabel, usesIndexedCollation: usesIndexedCollation, sections: [IntentItemSection(items: items)])
    }
}

/// A section of choices.
public struct IntentItemSection<Result: _IntentValue>: @unchecked Sendable {
    // Unchecked: immutable values of intents, which are passed on.

    public let title: LocalizedStringResource?
    public let items: [IntentItem<Result>]

    /// Builds the items of a section.
    @resultBuilder
    public enum Builder {
        public static func buildExpression(_ item: IntentItem<Result>) -> [IntentItem<Result>] { [item] }

        public static func buildExpression(_ value: Result) -> [IntentItem<Result>] { [IntentItem(value)] }

        public static func buildBlock(_ items: [IntentItem<Result>]...) -> [IntentItem<Result>] { items.flatMap { $0 } }

        public static func buildArray(_ items: [[IntentItem<Result>]]) -> [IntentItem<Result>] { items.flatMap { $0 } }

        public static func buildOptional(_ items: [IntentItem<Result>]?) -> [IntentItem<Result>] { items ?? [] }

        public static func buildEither(first: [IntentItem<Result>]) -> [IntentItem<Result>] { first }

        public static func buildEither(second: [IntentItem<Result>]) -> [IntentItem<Result>] { second }
    }

    public init(items: [Result]) { (title, self.items) = (nil, items.map { IntentItem($0) }) }

    public init(
        _ title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: DisplayRepresentation.Image? = nil,
        items: [Result]
    ) {
        (self.title, self.items) = (title, items.map { IntentItem($0) })
    }

    @_disfavoredOverload
    public init(
        _ title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: DisplayRepresentation.Image? = nil,
        items: [IntentItem<Result>]
    ) {
        (self.title, self.items) = (title, items)
    }

    public init(_ title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, @Builder items: () -> [IntentItem<Result>]) {
        (self.title, self.items) = (title, items())
    }
}

/// A choice with its words.
public struct IntentItem<Result: _IntentValue>: @unchecked Sendable {
    // Unchecked: immutable values of intents, which are passed on.

    public let value: Result
    public let title: LocalizedStringResource?
    public let subtitle: LocalizedStringResource?
    public let image: DisplayRepresentation.Image?

    public init(
        _ value: Result, title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil
    ) {
        (self.value, self.title, self.subtitle, self.image) = (value, title, subtitle, image)
    }
}

/// The values of another intent's parameters, while its parameters are asked for.
///
/// Nobody edits an intent in a picture: the value is nil unless the intent's defaults are asked for.
@propertyWrapper
public struct IntentParameterDependency<Intent: AppIntent>: Sendable {
    /// The parameters of the intent.
    @dynamicMemberLookup
    public struct Values {
        fileprivate let intent: Intent

        public subscript<Value>(dynamicMember keyPath: KeyPath<Intent, Value>) -> Value { intent[keyPath: keyPath] }
    }

    public init<each Value>(_ keyPaths: repeat KeyPath<Intent, IntentParameter<each Value>>) {}

    public var wrappedValue: Values? { (IntentParameters.edited as? Intent).map { Values(intent: $0) } }
}
