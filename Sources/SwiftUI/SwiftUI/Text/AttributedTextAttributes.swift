public import Foundation
internal import SubdialLayout

extension AttributeScopes {
    /// The attributes of texts that SwiftUI draws.
    public struct SwiftUIAttributes: AttributeScope {
        public let font: FontAttribute
        public let foregroundColor: ForegroundColorAttribute
        public let backgroundColor: BackgroundColorAttribute
        public let strikethroughStyle: StrikethroughStyleAttribute
        public let underlineStyle: UnderlineStyleAttribute
        public let kern: KerningAttribute
        public let tracking: TrackingAttribute
        public let baselineOffset: BaselineOffsetAttribute
        public let inlinePresentationIntent: FoundationAttributes.InlinePresentationIntentAttribute
        public let foundation: FoundationAttributes

        public enum FontAttribute: AttributedStringKey {
            public typealias Value = Font
            public static let name = "SwiftUI.Font"
        }

        public enum ForegroundColorAttribute: AttributedStringKey {
            public typealias Value = Color
            public static let name = "SwiftUI.ForegroundColor"
        }

        /// Warns in a picture.
        public enum BackgroundColorAttribute: AttributedStringKey {
            public typealias Value = Color
            public static let name = "SwiftUI.BackgroundColor"
        }

        public enum StrikethroughStyleAttribute: AttributedStringKey {
            public typealias Value = Text.LineStyle
            public static let name = "SwiftUI.StrikethroughStyle"
        }

        public enum UnderlineStyleAttribute: AttributedStringKey {
            public typealias Value = Text.LineStyle
            public static let name = "SwiftUI.UnderlineStyle"
        }

        public enum KerningAttribute: AttributedStringKey {
            public typealias Value = CGFloat
            public static let name = "SwiftUI.Kern"
        }

        public enum TrackingAttribute: AttributedStringKey {
            public typealias Value = CGFloat
            public static let name = "SwiftUI.Tracking"
        }

        public enum BaselineOffsetAttribute: AttributedStringKey {
            public typealias Value = CGFloat
            public static let name = "SwiftUI.BaselineOffset"
        }
    }

    public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }
}

extension AttributeDynamicLookup {
    public subscript<T: AttributedStringKey>(dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, T>) -> T { self[T.self] }
}

extension AttributeContainer {
    /// Changes the attributes of a text to those that are set here.
    func apply(to text: inout TextEnvironment) {
        typealias Keys = AttributeScopes.SwiftUIAttributes
        self[AttributeScopes.FoundationAttributes.InlinePresentationIntentAttribute.self]?.apply(to: &text)
        if self[AttributeScopes.FoundationAttributes.LinkAttribute.self] != nil { text.style = AnyShapeStyle(TintShapeStyle()) }
        if let font = self[Keys.FontAttribute.self] { text.font = font }
        if let color = self[Keys.ForegroundColorAttribute.self] { text.style = AnyShapeStyle(color) }
        if let line = self[Keys.StrikethroughStyleAttribute.self] { text.strikethrough = line }
        if let line = self[Keys.UnderlineStyleAttribute.self] { text.underline = line }
        if let distance = self[Keys.KerningAttribute.self] { text.kerning = distance }
        if let distance = self[Keys.TrackingAttribute.self] { text.tracking = distance }
        if let offset = self[Keys.BaselineOffsetAttribute.self] { text.baselineOffset = offset }
    }
}
