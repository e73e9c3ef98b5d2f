import Foundation
import SubdialBasics
import SubdialExpressions
import SubdialLayout
import SubdialSwiftUI
import SubdialWidgetKit
import SubdialWidgets

extension EnvironmentValues {
    /// The values of a look: what `@Environment` reads in a view that is drawn in it.
    ///
    /// - Parameters:
    ///   - canvas: The size of the coordinate space, in points.
    ///   - margins: The margins of the content.
    package init(_ look: WidgetEnvironment, canvas: Size, margins: Insets) {
        self.init()
        colorScheme = look.appearance == .dark ? .dark : .light
        colorSchemeContrast = look.isHighContrast ? .increased : .standard
        displayScale = CGFloat(look.scale)
        layoutDirection = look.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
        lookTypeSize = DynamicTypeSize(look.effectiveTypeSize)
        isWatch = look.device.isWatch
        locale = Locale(language: look.language)
        var calendar = locale.calendar
        calendar.locale = locale
        timeZone = look.timeZones.foundationZone
        calendar.timeZone = timeZone
        self.calendar = calendar
        now = look.now
        containerSize = CGSize(
            width: max(0, canvas.width - margins.total(along: .horizontal)), height: max(0, canvas.height - margins.total(along: .vertical))
        )
        redactionReasons = RedactionReasons(look.redaction)
        isLuminanceReduced = look.isLuminanceReduced
        widgetFamily = SubdialWidgetKit.WidgetFamily(look)
        widgetRenderingMode = WidgetRenderingMode(name: look.mode.rawValue) ?? .fullColor
        showsWidgetContainerBackground = look.drawsContainerBackground
        widgetContentMargins = EdgeInsets(
            top: CGFloat(margins.top), leading: CGFloat(margins.leading), bottom: CGFloat(margins.bottom),
            trailing: CGFloat(margins.trailing))
        showsWidgetLabel = look.family == .accessoryCorner
        activityPresentation = look.presentation
        isActivityFullscreen = look.presentation == .lockScreen && look.placement == .standBy
        // The line of an accessory, and of nothing else, has no breaks.
        if look.family == .accessoryInline, look.presentation == nil { text.lineLimit = 1 }
    }
}

extension WidgetEnvironment {
    /// True if the background of a widget in Swift is drawn: accessories have none.
    var drawsContainerBackground: Bool {
        drawsBackground && (presentation != nil || family.isSystem || placement == .smartStack || family == .panel)
    }
}

extension SubdialWidgetKit.WidgetFamily {
    /// The family that a view reads; Subdial's own families are the most similar ones of WidgetKit.
    init(_ look: WidgetEnvironment) {
        if look.placement == .smartStack {
            self = .accessoryRectangular
            return
        }
        switch look.family {
        case .systemSmall: self = .systemSmall
        case .systemMedium, .overlay: self = .systemMedium
        case .systemLarge: self = .systemLarge
        case .systemExtraLarge, .panel: self = .systemExtraLarge
        case .accessoryCircular: self = .accessoryCircular
        case .accessoryRectangular: self = .accessoryRectangular
        case .accessoryInline: self = .accessoryInline
        case .accessoryCorner: self = .accessoryCorner
        }
    }
}

extension DynamicTypeSize {
    fileprivate init(_ size: TypeSize) {
        let index = TypeSize.allCases.firstIndex(of: size) ?? 3
        self = Self.allCases.indices.contains(index) ? Self.allCases[index] : .large
    }
}

extension RedactionReasons {
    fileprivate init(_ redaction: Set<Redaction>) {
        self = []
        if redaction.contains(.placeholder) { insert(.placeholder) }
        if redaction.contains(.privacy) { insert(.privacy) }
    }
}

extension Locale {
    /// The locale of a language; English without a country is that of the United States, as on a new device.
    fileprivate init(language: String) {
        self.init(identifier: language == Strings.standardLanguage ? "en_US" : language)
    }
}

extension TimeZones {
    /// The standard zone; UTC if Foundation does not know it.
    fileprivate var foundationZone: TimeZone {
        let name = standard == "local" ? local : standard
        let isOffset = name.hasPrefix("+") || name.hasPrefix("-")
        return TimeZone(identifier: isOffset ? "GMT\(name)" : name) ?? TimeZone(secondsFromGMT: 0) ?? .current
    }
}
