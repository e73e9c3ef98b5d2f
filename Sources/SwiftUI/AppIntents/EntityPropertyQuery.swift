public import Foundation

// The action "Find" of Shortcuts alone compares and sorts: no effect in a picture.

/// A query that compares the properties of entities.
public protocol EntityPropertyQuery: EntityQuery {
    /// The type of a comparison.
    associatedtype ComparatorMappingType

    /// The properties that can be compared: no effect in a picture, because nobody searches.
    static var properties: QueryProperties { get }
    /// The properties by which entities can be sorted: no effect in a picture, because nobody searches.
    static var sortingOptions: SortingOptions { get }
    /// What the search does: no effect in a picture, because nobody searches.
    static var findIntentDescription: IntentDescription? { get }

    /// The entities for some comparisons.
    func entities(
        matching comparators: [ComparatorMappingType], mode: ComparatorMode, sortedBy: [Sort<Entity>], limit: Int?
    ) async throws -> [Entity]
}

extension EntityPropertyQuery {
    public typealias ComparatorMode = EntityQueryComparatorMode
    public typealias Property = EntityQueryProperty
    public typealias QueryProperties = EntityQueryProperties<Self.Entity, Self.ComparatorMappingType>
    public typealias Sort = EntityQuerySort
    public typealias SortableBy = EntityQuerySortableByProperty<Self.Entity>
    public typealias SortingOptions = EntityQuerySortingOptions<Self.Entity>

    public static var findIntentDescription: IntentDescription? { nil }
}

/// Whether all comparisons apply, or one of them: no effect in a picture.
@frozen public enum EntityQueryComparatorMode: Sendable, Hashable, BitwiseCopyable { case and, or }

// MARK: Order

/// The order of the found entities: no effect in a picture.
public struct EntityQuerySort<Entity: AppEntity> {
    /// The direction of an order.
    public enum Ordering: Sendable { case ascending, descending }

    public let by: PartialKeyPath<Entity>
    public let order: Ordering
}

/// A property by which entities can be sorted: no effect in a picture.
public struct EntityQuerySortableByProperty<Entity: AppEntity> {
    public init<Property>(_ keyPath: KeyPath<Entity, Property>) {}
}

/// The properties by which entities can be sorted: no effect in a picture.
public struct EntityQuerySortingOptions<Entity: AppEntity>: @unchecked Sendable {
    // Unchecked: immutable, and nothing reads it.
    private let options: [EntityQuerySortableByProperty<Entity>]

    public init(@EntityQuerySortingOptionsBuilder<Entity> _ options: () -> [EntityQuerySortableByProperty<Entity>]) {
        self.options = options()
    }

    public subscript(index: Int) -> EntityQuerySortableByProperty<Entity> { options[index] }
}

/// Builds the properties by which entities can be sorted: no effect in a picture.
@resultBuilder
public enum EntityQuerySortingOptionsBuilder<Entity: AppEntity> {
    public static func buildExpression(
        _ expression: EntityQuerySortableByProperty<Entity>
    ) -> EntityQuerySortableByProperty<Entity> { expression }

    public static func buildBlock(_ components: EntityQuerySortableByProperty<Entity>...) -> [EntityQuerySortableByProperty<Entity>] {
        components
    }
}

// MARK: Properties

/// The properties that a query can compare: no effect in a picture.
public struct EntityQueryProperties<Entity: AppEntity, ComparatorMappingType>: @unchecked Sendable {
    // Unchecked: nothing is stored.

    public init(
        @EntityQueryPropertiesBuilder<Entity, ComparatorMappingType>
        properties: () -> [EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>]
    ) {}
}

/// A property that a query can compare, of any type: no effect in a picture.
public class EntityQueryPropertyDeclaration<Entity, ComparatorMappingType> {
    fileprivate init() {}
}

/// A property that a query can compare: no effect in a picture.
public final class EntityQueryProperty<
    Entity: AppEntity, Subject: AppEntity, Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable,
    ComparatorMappingType
>: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType> {
    public typealias QueryComparators = [AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType>]

    public init(
        _ keyPath: KeyPath<Subject, Property>, entityProvider: @escaping (Entity) -> Subject,
        @EntityQueryComparatorsBuilder<Entity, Subject, Property, PropertyType, ComparatorMappingType>
        comparators: () -> QueryComparators
    ) {
        super.init()
    }

    public convenience init(
        _ keyPath: KeyPath<Subject, Property>,
        @EntityQueryComparatorsBuilder<Entity, Entity, Property, PropertyType, ComparatorMappingType>
        comparators: () -> QueryComparators
    ) where Entity == Subject {
        self.init(keyPath, entityProvider: { $0 }, comparators: comparators)
    }
}

/// Builds the properties that a query can compare: no effect in a picture.
@resultBuilder
public enum EntityQueryPropertiesBuilder<Entity: AppEntity, ComparatorMappingType> {
    public static func buildExpression(
        _ expression: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>
    ) -> EntityQueryPropertyDeclaration<Entity, ComparatorMappingType> { expression }

    public static func buildBlock(
        _ components: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>...
    ) -> [EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>] { components }
}

/// A comparison of any type: no effect in a picture.
public struct AnyEntityQueryComparator<
    Entity, Subject, Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, ComparatorMappingType
> {
    fileprivate init() {}
}

/// Builds the comparisons of a property: no effect in a picture.
@resultBuilder
public enum EntityQueryComparatorsBuilder<
    Entity: AppEntity, Subject: AppEntity, Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable,
    ComparatorMappingType
> {
    public static func buildExpression(
        _ expression: EntityQueryComparator<Property, PropertyType, PropertyType, ComparatorMappingType>
    ) -> AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType> { AnyEntityQueryComparator() }

    public static func buildExpression(
        _ expression: EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
    ) -> AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType>
    where PropertyType: ExpressibleByNilLiteral, PropertyType.UnwrappedType: _IntentValue { AnyEntityQueryComparator() }

    public static func buildExpression<InputType: _IntentValue>(
        _ expression: ContainsComparator<Property, PropertyType, InputType, ComparatorMappingType>
    ) -> AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType> { AnyEntityQueryComparator() }

    public static func buildBlock(
        _ components: AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType>...
    ) -> [AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType>] { components }
}

// MARK: Comparisons

/// A comparison of a property with a value: no effect in a picture.
public class EntityQueryComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, InputType: _IntentValue, ComparatorMappingType
> {
    fileprivate init() {}
}

/// Whether a property equals a value: no effect in a picture.
public final class EqualToComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Equatable & Sendable, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType, ComparatorMappingType> {
    public init(mappingTransform: @escaping (PropertyType) -> ComparatorMappingType) { super.init() }
}

/// Whether a property does not equal a value: no effect in a picture.
public final class NotEqualToComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Equatable & Sendable, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType, ComparatorMappingType> {
    public init(mappingTransform: @escaping (PropertyType) -> ComparatorMappingType) { super.init() }
}

/// Whether a property is less than a value: no effect in a picture.
public final class LessThanComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
where PropertyType.UnwrappedType: Comparable & _IntentValue {
    public init(mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType) { super.init() }
}

/// Whether a property is at most a value: no effect in a picture.
public final class LessThanOrEqualToComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
where PropertyType.UnwrappedType: Comparable & _IntentValue {
    public init(mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType) { super.init() }
}

/// Whether a property is greater than a value: no effect in a picture.
public final class GreaterThanComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
where PropertyType.UnwrappedType: Comparable & _IntentValue {
    public init(mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType) { super.init() }
}

/// Whether a property is at least a value: no effect in a picture.
public final class GreaterThanOrEqualToComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
where PropertyType.UnwrappedType: Comparable & _IntentValue {
    public init(mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType) { super.init() }
}

/// Whether a text begins with a value: no effect in a picture.
public final class HasPrefixComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, InputType: _IntentValue, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType> {
    public init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) where PropertyType == String, InputType == String {
        super.init()
    }

    public init(
        mappingTransform: @escaping (InputType) -> ComparatorMappingType
    ) where PropertyType: ExpressibleByNilLiteral, InputType == String, PropertyType.UnwrappedType == String {
        super.init()
    }
}

/// Whether a text ends with a value: no effect in a picture.
public final class HasSuffixComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, InputType: _IntentValue, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType> {
    public init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) where PropertyType == String, InputType == String {
        super.init()
    }

    public init(
        mappingTransform: @escaping (InputType) -> ComparatorMappingType
    ) where PropertyType: ExpressibleByNilLiteral, InputType == String, PropertyType.UnwrappedType == String {
        super.init()
    }
}

/// A list as a value.
public protocol _SequenceIntentValue: _IntentValue {}

extension Array: _SequenceIntentValue where Element: _IntentValue {}

/// Whether a text or a list contains a value: no effect in a picture.
public final class ContainsComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, InputType: _IntentValue, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType> {
    public init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) where PropertyType == String, InputType == String {
        super.init()
    }

    public init(
        mappingTransform: @escaping (InputType) -> ComparatorMappingType
    ) where PropertyType: ExpressibleByNilLiteral, InputType == String, PropertyType.UnwrappedType == String {
        super.init()
    }

    public init(
        mappingTransform: @escaping (InputType) -> ComparatorMappingType
    ) where PropertyType == AttributedString, InputType == AttributedString {
        super.init()
    }

    public init(
        mappingTransform: @escaping (InputType) -> ComparatorMappingType
    ) where PropertyType: _SequenceIntentValue & Sequence, InputType: Equatable, InputType == PropertyType.Element {
        super.init()
    }
}

/// Whether a property lies between two values: no effect in a picture.
public final class IsBetweenComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, InputType: Comparable, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType>
where InputType == PropertyType.UnwrappedType, InputType: _IntentValue {
    public init(mappingTransform: @escaping (InputType, InputType) -> ComparatorMappingType) { super.init() }
}
