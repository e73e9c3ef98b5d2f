// The names are SwiftUI's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import JSON

/// Views from top to bottom.
public func VStack(alignment: String? = nil, spacing: Double? = nil, @ViewBuilder _ content: () -> [View]) -> View {
    View.container("VStack", content()).aligned(alignment, spacing)
}

/// Views from the leading edge on.
public func HStack(alignment: String? = nil, spacing: Double? = nil, @ViewBuilder _ content: () -> [View]) -> View {
    View.container("HStack", content()).aligned(alignment, spacing)
}

/// Views over each other.
public func ZStack(alignment: String? = nil, @ViewBuilder _ content: () -> [View]) -> View {
    View.container("ZStack", content()).aligned(alignment, nil)
}

/// The first of the views that has room.
public func ViewThatFits(@ViewBuilder _ content: () -> [View]) -> View {
    View.container("ViewThatFits", content())
}

/// A text, with expressions between `{{` and `}}`.
public func Text(_ text: String) -> View { View("Text", .string(text)) }

/// A symbol, or with `artwork` the cover.
public func Image(_ name: String) -> View { View("Image", .string(name)) }

/// Room that grows.
public func Spacer(minLength: Double? = nil) -> View {
    View("Spacer", minLength.map { ["minLength": .double($0)] } ?? .null)
}

/// A line between views.
public func Divider() -> View { View("Divider", .null) }

/// How much of the track has been played.
public func Progress(_ value: String = "{{ progress }}") -> View { View("Progress", .string(value)) }

/// A gauge, as complications have it.
public func Gauge(_ value: String = "{{ volume_ratio }}") -> View { View("Gauge", .string(value)) }

extension View {
    /// The view's font, by the names of text styles.
    public func font(_ style: String) -> View { modifier("font", .string(style)) }

    /// The view's colour: `primary`, `secondary`, an expression or a hexadecimal colour.
    public func foreground(_ color: String) -> View { modifier("foreground", .string(color)) }

    /// What lies behind the view.
    public func background(_ color: String) -> View { modifier("background", .string(color)) }

    /// Room around the view, in points.
    public func padding(_ length: Double) -> View { modifier("padding", .double(length)) }

    /// A frame of this size, in points.
    public func frame(width: Double? = nil, height: Double? = nil, alignment: String? = nil) -> View {
        var members: [JSONMember] = []
        if let width { members.append(JSONMember("width", .double(width))) }
        if let height { members.append(JSONMember("height", .double(height))) }
        if let alignment { members.append(JSONMember("alignment", .string(alignment))) }
        return modifier("frame", .object(members))
    }

    /// A frame that takes all the width there is.
    public func fillsWidth(alignment: String = "leading") -> View {
        modifier("frame", ["maxWidth": "infinity", "alignment": .string(alignment)])
    }

    /// How many lines a text may have.
    public func lineLimit(_ lines: Int) -> View { modifier("lineLimit", .integer(Int64(lines))) }

    /// Rounded corners, in points.
    public func cornerRadius(_ radius: Double) -> View { modifier("cornerRadius", .double(radius)) }

    /// A name by which reports and masks call the view.
    public func id(_ name: String) -> View { modifier("id", .string(name)) }

    static func container(_ element: String, _ views: [View]) -> View { View(element, .array(views.map(\.json))) }

    fileprivate func aligned(_ alignment: String?, _ spacing: Double?) -> View {
        with("alignment", alignment.map(JSONValue.string)).with("spacing", spacing.map(JSONValue.double))
    }

    fileprivate func with(_ key: String, _ value: JSONValue?) -> View {
        value.map { modifier(key, $0) } ?? self
    }
}
