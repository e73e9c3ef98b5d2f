import SubdialExpressions
import SubdialLayout
import SubdialTemplates
import SubdialTimeline

/// What the nodes of one picture depend on: the renderer makes it, and the source of the nodes reads it.
package final class WidgetSetting {
    /// The entry, without what is locked.
    package let entry: Entry
    /// The environment, with the appearance that the place demands.
    package let environment: WidgetEnvironment
    /// The times at which the picture changes by itself; the source records its own.
    package let changes = NextChange()
    let place: WidgetPlace
    let theme: Theme
    private let makePalette: () -> Palette

    init(_ entry: Entry, _ environment: WidgetEnvironment, _ place: WidgetPlace, _ theme: Theme, palette: @escaping () -> Palette) {
        (self.entry, self.environment, self.place, self.theme, makePalette) = (entry, environment, place, theme, palette)
    }

    /// The size of the coordinate space of the nodes, in points.
    package var canvas: Size { place.canvas }
    /// The margins of the content if the source sets none.
    package var margins: Insets { place.margins }
    /// The colours of the cover; whoever needs them late leaves time to find them.
    private(set) lazy var palette = makePalette()
}

/// The nodes of a widget, from a template or from views in Swift: everything after them is the same.
package struct WidgetNodes {
    /// The nodes of the body, the background and the label.
    package var expanded: ExpandedTemplate
    /// True if a placeholder has plain shapes in place of those that show data; SwiftUI redacts only texts and pictures.
    let redactsShapes: Bool
    /// The source location of a node: the file, and the position in it.
    package var place: (_ path: String) -> (file: String, position: TemplateProblem.Position)

    /// Creates the nodes of a source; by default without locations.
    package init(
        _ expanded: ExpandedTemplate, redactsShapes: Bool = false,
        place: @escaping (_ path: String) -> (file: String, position: TemplateProblem.Position) = { _ in ("", .init(line: 1, column: 1)) }
    ) {
        self.expanded = expanded
        self.redactsShapes = redactsShapes
        self.place = place
    }
}
