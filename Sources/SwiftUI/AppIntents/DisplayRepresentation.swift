public import Foundation
public import SubdialSwiftUI

/// The words and the picture of a value.
public struct DisplayRepresentation: Equatable, Sendable, ExpressibleByStringInterpolation {
    /// The title.
    public var title: LocalizedStringResource
    /// What stands below the title; nil for nothing.
    public var subtitle: LocalizedStringResource?
    /// The picture; nil for none.
    public var image: DisplayRepresentation.Image?
    /// A longer text; nil for none.
    public var descriptionText: LocalizedStringResource?
    /// Other words for the value.
    public var synonyms: [LocalizedStringResource]

    public init(
        title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: DisplayRepresentation.Image? = nil,
        descriptionText: LocalizedStringResource? = nil, synonyms: [LocalizedStringResource] = []
    ) {
        (self.title, self.subtitle, self.image, self.descriptionText) = (title, subtitle, image, descriptionText)
        self.synonyms = synonyms
    }

    public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(stringLiteral: value)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(title: LocalizedStringResource(stringInterpolation: stringInterpolation))
    }

    /// A picture of a value: no effect in a picture of a widget, which does not show it.
    public struct Image: Hashable, Sendable {
        /// The shape of a picture.
        public enum DisplayStyle: Hashable, Sendable { case `default`, circular }

        private enum Source: Hashable {
            case symbol(String)
            case named(String)
            case address(URL)
            case data(Data)
        }

        private let source: Source

        public init(systemName: String, isTemplate: Bool? = nil) { source = .symbol(systemName) }

        public init(systemName: String, isTemplate: Bool? = nil, displayStyle: DisplayStyle) { source = .symbol(systemName) }

        public init(named name: String, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) { source = .named(name) }

        public init(
            url: URL, width: Double? = nil, height: Double? = nil, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default
        ) {
            source = .address(url)
        }

        public init(data: Data, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) { source = .data(data) }
    }
}

/// The words for a type.
public struct TypeDisplayRepresentation: Equatable, Sendable, ExpressibleByStringInterpolation {
    /// The name.
    public var name: LocalizedStringResource
    /// The name with a number; nil for none.
    public var numericFormat: LocalizedStringResource?
    /// Other words for the type.
    public var synonyms: [LocalizedStringResource]

    public init(
        name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil, synonyms: [LocalizedStringResource] = []
    ) {
        (self.name, self.numericFormat, self.synonyms) = (name, numericFormat, synonyms)
    }

    public init(stringLiteral value: String) { self.init(name: LocalizedStringResource(stringLiteral: value)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(name: LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}

/// What an intent does, in words.
public struct IntentDescription: Equatable, Sendable, ExpressibleByStringInterpolation {
    public let descriptionText: LocalizedStringResource
    public let categoryName: LocalizedStringResource?
    public let searchKeywords: [LocalizedStringResource]
    public let resultValueName: LocalizedStringResource?

    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = [], resultValueName: LocalizedStringResource? = nil
    ) {
        (self.descriptionText, self.categoryName) = (descriptionText, categoryName)
        (self.searchKeywords, self.resultValueName) = (searchKeywords, resultValueName)
    }

    public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}

/// What the system says after an intent.
public struct IntentDialog: Equatable, Sendable, ExpressibleByStringInterpolation {
    private let full: LocalizedStringResource
    private let supporting: LocalizedStringResource?

    public init(_ value: LocalizedStringResource) { (full, supporting) = (value, nil) }

    public init(full: LocalizedStringResource, supporting: LocalizedStringResource) { (self.full, self.supporting) = (full, supporting) }

    public init(full: LocalizedStringResource, supporting: LocalizedStringResource? = nil, systemImageName: String) {
        (self.full, self.supporting) = (full, supporting)
    }

    public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }

    /// The words that are spoken.
    package var text: String { String(localized: full) }
}
