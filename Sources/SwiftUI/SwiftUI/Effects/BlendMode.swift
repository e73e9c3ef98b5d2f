package import SubdialLayout

/// How the colours of a view are mixed with what is behind.
public enum BlendMode: Hashable, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
    case hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker, plusLighter

    /// The mode for the layout, which has the same names.
    package var layout: SubdialLayout.BlendMode { SubdialLayout.BlendMode(rawValue: "\(self)") ?? .normal }
}

/// The colours of a group that is drawn as a whole.
///
/// No effect in a picture.
public enum ColorRenderingMode: Hashable, Sendable { case nonLinear, linear, extendedLinear }
