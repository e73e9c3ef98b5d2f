public import Foundation
import SubdialBasics
public import SubdialSwiftUI

/// A type with a name for persons.
public protocol TypeDisplayRepresentable {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// A type whose values have names for persons.
public protocol InstanceDisplayRepresentable: CustomLocalizedStringResourceConvertible {
    var displayRepresentation: DisplayRepresentation { get }
}

extension InstanceDisplayRepresentable {
    public var localizedStringResource: LocalizedStringResource { displayRepresentation.title }
}

public typealias DisplayRepresentable = TypeDisplayRepresentable & InstanceDisplayRepresentable

/// A type whose cases have names for persons.
public protocol CaseDisplayRepresentable: TypeDisplayRepresentable, Hashable {
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

public typealias StaticDisplayRepresentable = CaseDisplayRepresentable

/// A value of an app.
public protocol AppValue: PersistentlyIdentifiable, TypeDisplayRepresentable, InstanceDisplayRepresentable, _IntentValue, Sendable {}

/// A choice of an app.
public protocol AppEnum: AppValue, CaseDisplayRepresentable, CaseIterable, RawRepresentable where RawValue: LosslessStringConvertible {}

extension AppEnum {
    public var displayRepresentation: DisplayRepresentation {
        Self.caseDisplayRepresentations[self] ?? DisplayRepresentation(stringLiteral: "\(rawValue)")
    }

    public var _text: String? { "\(rawValue)" }
}

/// A thing of an app, which a query finds.
public protocol AppEntity: AppValue, Identifiable where ID: EntityIdentifierConvertible {
    /// The type of the query.
    associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self

    /// The query that finds the entity.
    static var defaultQuery: DefaultQuery { get }
}

extension AppEntity {
    public typealias Property<Value: _IntentValue> = EntityProperty<Value>

    public var _text: String? { "\"\(id.entityIdentifierString)\"" }

    public static func _queriedDefault() async -> Self? {
        let found: (any _IntentValue)? = await defaultQuery.defaultResult()
        return found as? Self
    }
}

/// An entity that no query finds.
public protocol TransientAppEntity: AppValue {
    init()
}

extension TransientAppEntity {
    public typealias Property<Value: _IntentValue> = EntityProperty<Value>
}

/// An entity of the system's search: no effect in a picture.
public protocol IndexedEntity: AppEntity {}

/// An entity of which there is one.
public protocol UniqueAppEntity: AppEntity {}

/// A type of the identifiers of entities.
public protocol EntityIdentifierConvertible: Sendable {
    /// The identifier as text.
    var entityIdentifierString: String { get }

    /// The identifier that a text stands for; nil for none.
    static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension String: EntityIdentifierConvertible {
    public var entityIdentifierString: String { self }

    public static func entityIdentifier(for entityIdentifierString: String) -> String? { entityIdentifierString }
}

extension Int: EntityIdentifierConvertible {
    public var entityIdentifierString: String { String(self) }

    public static func entityIdentifier(for entityIdentifierString: String) -> Int? { Int(entityIdentifierString) }
}

extension UUID: EntityIdentifierConvertible {
    public var entityIdentifierString: String { uuidString }

    public static func entityIdentifier(for entityIdentifierString: String) -> UUID? { UUID(uuidString: entityIdentifierString) }
}

extension URL: EntityIdentifierConvertible {
    public var entityIdentifierString: String { absoluteString }

    public static func entityIdentifier(for entityIdentifierString: String) -> URL? { URL(string: entityIdentifierString) }
}

extension EntityIdentifierConvertible where Self: RawRepresentable, RawValue: EntityIdentifierConvertible {
    public var entityIdentifierString: String { rawValue.entityIdentifierString }

    public static func entityIdentifier(for entityIdentifierString: String) -> Self? {
        RawValue.entityIdentifier(for: entityIdentifierString).flatMap(Self.init(rawValue:))
    }
}

/// The identifier of an entity of a type.
public struct EntityIdentifier: Hashable, Sendable {
    private let type: String
    private let identifier: String

    public init<Entity: AppEntity>(for entity: Entity) { self.init(for: Entity.self, identifier: entity.id) }

    public init<Entity: AppEntity>(for type: Entity.Type, identifier: Entity.ID) {
        (self.type, self.identifier) = (Entity.persistentIdentifier, identifier.entityIdentifierString)
    }
}

/// A property of an entity.
@propertyWrapper
public final class EntityProperty<Value: _IntentValue>: @unchecked Sendable {
    // Unchecked: `lock` guards the value.

    public let title: LocalizedStringResource
    private let lock = NSLock()
    private var value: Value?
    private let place: SourcePlace

    public init(file: StaticString = #fileID, line: UInt = #line) { (title, place) = ("", SourcePlace(file, line)) }

    public init(title: LocalizedStringResource, file: StaticString = #fileID, line: UInt = #line) {
        (self.title, place) = (title, SourcePlace(file, line))
    }

    public init(identifier: String, file: StaticString = #fileID, line: UInt = #line) {
        (title, place) = ("", SourcePlace(file, line))
    }

    public var wrappedValue: Value {
        get {
            guard let value = lock.withLock({ value }) ?? Value._absent else {
                let words = String(localized: title)
                place.endProcess(
                    "the property\(words.isEmpty ? "" : " '\(words)'") of an entity, a value of the type \(Value.self), has no value: "
                        + "set it in the initializer of the entity")
            }
            return value
        }
        set { lock.withLock { value = newValue } }
    }

    public var projectedValue: EntityProperty<Value> { self }
}
