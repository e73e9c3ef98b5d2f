import SubdialBasics
import SubdialDocuments
import SubdialLayout

/// A tap region of a picture: a button, or a slider if it has values.
package struct TapRegion: Codable, Hashable, Sendable {
    /// The name of the action.
    package let intent: String
    /// The position and the size in points, from the picture's top left corner; multiply by the scale for pixels.
    package let x, y, width, height: Double
    /// The values of a slider at the left and the right edge, and the present one; nil for a button.
    package let from, to, value: Double?

    /// A rectangle of the canvas, scaled by `ratio` to its size on the device.
    private init(_ name: String, _ slider: Intent.Slider?, _ frame: Rect, times ratio: Double) {
        func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
        intent = name
        (x, y) = (rounded(frame.minX * ratio), rounded(frame.minY * ratio))
        (width, height) = (rounded(frame.size.width * ratio), rounded(frame.size.height * ratio))
        (from, to, value) = (slider?.from, slider?.to, slider.map { rounded($0.value) })
    }

    /// The members of its JSON object.
    ///
    /// - Parameter label: The label of the button or slider; nil for none.
    package func members(label: String? = nil) -> [JSONMember] {
        let numbers = [("x", x), ("y", y), ("width", width), ("height", height), ("from", from), ("to", to), ("value", value)]
        return [JSONMember("intent", .string(intent))] + (label.map { [JSONMember("label", .string($0))] } ?? [])
            + numbers.compactMap { name, number in number.map { JSONMember(name, Self.json($0)) } }
    }

    private static func json(_ number: Double) -> JSONValue {
        number == number.rounded() && number.magnitude < 1e15 ? .integer(Int64(saturating: number)) : .double(number)
    }
}

extension TapRegion {
    fileprivate static func all(in layout: PlacedNode, size: Size, canvas: Size) -> [TapRegion] {
        layout.intents.map { TapRegion($0.name, $0.slider, $0.frame, times: size.width / canvas.width) }
    }
}

extension Picture {
    /// The tap regions.
    package var regions: [TapRegion] { TapRegion.all(in: layout, size: size, canvas: canvas) }
}

extension PreparedWidget {
    /// The tap regions.
    package var regions: [TapRegion] { TapRegion.all(in: layout, size: size, canvas: canvas) }
}
