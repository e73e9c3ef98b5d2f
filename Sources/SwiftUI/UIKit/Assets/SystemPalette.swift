package import SubdialLayout

/// The colours of iOS by the names of UIKit: `systemBlue`, `label`, `systemBackground`.
///
/// The values of hues are those of Apple's Human Interface Guidelines for iOS 26, as the standard theme has them; those of labels, fills and
/// backgrounds have been the same since iOS 13. A hue is drawn in the colour of the theme.
package enum SystemPalette {
    private typealias Look = (red: Double, green: Double, blue: Double, alpha: Double)

    // Light, dark.
    private static let values: [String: (Look, Look)] = [
        "systemRed": ((255, 56, 60, 1), (255, 66, 69, 1)), "systemOrange": ((255, 141, 40, 1), (255, 146, 48, 1)),
        "systemYellow": ((255, 204, 0, 1), (255, 214, 0, 1)), "systemGreen": ((52, 199, 89, 1), (48, 209, 88, 1)),
        "systemMint": ((0, 200, 179, 1), (0, 218, 195, 1)), "systemTeal": ((0, 195, 208, 1), (0, 210, 224, 1)),
        "systemCyan": ((0, 192, 232, 1), (60, 211, 254, 1)), "systemBlue": ((0, 136, 255, 1), (0, 145, 255, 1)),
        "systemIndigo": ((97, 85, 245, 1), (109, 124, 255, 1)), "systemPurple": ((203, 48, 224, 1), (219, 52, 242, 1)),
        "systemPink": ((255, 45, 85, 1), (255, 55, 95, 1)), "systemBrown": ((172, 127, 94, 1), (183, 138, 102, 1)),
        "systemGray": ((142, 142, 147, 1), (142, 142, 147, 1)), "systemGray2": ((174, 174, 178, 1), (99, 99, 102, 1)),
        "systemGray3": ((199, 199, 204, 1), (72, 72, 74, 1)), "systemGray4": ((209, 209, 214, 1), (58, 58, 60, 1)),
        "systemGray5": ((229, 229, 234, 1), (44, 44, 46, 1)), "systemGray6": ((242, 242, 247, 1), (28, 28, 30, 1)),
        "label": ((0, 0, 0, 1), (255, 255, 255, 1)), "secondaryLabel": ((60, 60, 67, 0.6), (235, 235, 245, 0.6)),
        "tertiaryLabel": ((60, 60, 67, 0.3), (235, 235, 245, 0.3)), "quaternaryLabel": ((60, 60, 67, 0.18), (235, 235, 245, 0.16)),
        "placeholderText": ((60, 60, 67, 0.3), (235, 235, 245, 0.3)), "separator": ((60, 60, 67, 0.29), (84, 84, 88, 0.6)),
        "opaqueSeparator": ((198, 198, 200, 1), (56, 56, 58, 1)), "link": ((0, 122, 255, 1), (9, 132, 255, 1)),
        "systemFill": ((120, 120, 128, 0.2), (120, 120, 128, 0.36)), "secondarySystemFill": ((120, 120, 128, 0.16), (120, 120, 128, 0.32)),
        "tertiarySystemFill": ((118, 118, 128, 0.12), (118, 118, 128, 0.24)),
        "quaternarySystemFill": ((116, 116, 128, 0.08), (118, 118, 128, 0.18)),
        // In the dark, those of surfaces at the bottom; surfaces above others are lighter.
        "systemBackground": ((255, 255, 255, 1), (0, 0, 0, 1)), "secondarySystemBackground": ((242, 242, 247, 1), (28, 28, 30, 1)),
        "tertiarySystemBackground": ((255, 255, 255, 1), (44, 44, 46, 1)),
        "systemGroupedBackground": ((242, 242, 247, 1), (0, 0, 0, 1)),
        "secondarySystemGroupedBackground": ((255, 255, 255, 1), (28, 28, 30, 1)),
        "tertiarySystemGroupedBackground": ((242, 242, 247, 1), (44, 44, 46, 1)),
        "lightText": ((255, 255, 255, 0.6), (255, 255, 255, 0.6)), "darkText": ((0, 0, 0, 1), (0, 0, 0, 1)),
    ]

    /// The hues that a theme can change, and the name of the primary colour, by the names of themes.
    private static let themed: [String: String] = [
        "systemRed": "red", "systemOrange": "orange", "systemYellow": "yellow", "systemGreen": "green", "systemMint": "mint",
        "systemTeal": "teal", "systemCyan": "cyan", "systemBlue": "blue", "systemIndigo": "indigo", "systemPurple": "purple",
        "systemPink": "pink", "systemBrown": "brown", "systemGray": "gray", "label": "primary",
    ]

    /// The values of a colour; nil for an unknown name.
    package static func color(_ name: String) -> ColorVariants? {
        values[name].map { light, dark in ColorVariants(light: components(light), dark: components(dark)) }
    }

    /// The colour for drawing: that of the theme if themes have it.
    package static func name(_ name: String) -> ColorName? {
        if let themed = themed[name] { return ColorName(themed) }
        return color(name).map { variants in
            var result = ColorName(variants)
            // The name tells more in a tree than the values.
            result.name = name
            return result
        }
    }

    /// The values of a colour that a colour set refers to: `systemBlueColor`.
    package static func reference(_ name: String) -> ColorVariants? {
        color(name.hasSuffix("Color") ? String(name.dropLast("Color".count)) : name) ?? macOS[name].flatMap(color)
    }

    /// The colours of macOS with their counterparts.
    private static let macOS: [String: String] = [
        "labelColor": "label", "secondaryLabelColor": "secondaryLabel", "tertiaryLabelColor": "tertiaryLabel",
        "quaternaryLabelColor": "quaternaryLabel", "textColor": "label", "linkColor": "link", "separatorColor": "separator",
        "windowBackgroundColor": "systemBackground", "controlBackgroundColor": "systemBackground", "controlAccentColor": "systemBlue",
    ]

    private static func components(_ look: Look) -> ColorVariants.Components {
        ColorVariants.Components(red: look.red / 255, green: look.green / 255, blue: look.blue / 255, alpha: look.alpha)
    }
}
