public import Foundation
import SubdialLayout
public import SubdialSwiftUI

/// The views of an activity in the Dynamic Island; only those of the drawn presentation are made.
public struct DynamicIsland {
    /// Makes the regions of the expanded island.
    package let regions: () -> [DynamicIslandRegion]
    /// Makes the view at the leading side of the camera.
    package let compactLeading: () -> AnyView
    /// Makes the view at the trailing side of the camera.
    package let compactTrailing: () -> AnyView
    /// Makes the view of the smallest island.
    package let minimal: () -> AnyView
    /// The address that a tap opens.
    package private(set) var url: URL?
    /// The colour of the line around the island; nil for none.
    package private(set) var keyline: Color?
    private var margins: [(mode: DynamicIslandMode, margins: IslandMargins)] = []

    public init<Expanded, CompactLeading, CompactTrailing, Minimal>(
        @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<Expanded>,
        @ViewBuilder compactLeading: @escaping () -> CompactLeading, @ViewBuilder compactTrailing: @escaping () -> CompactTrailing,
        @ViewBuilder minimal: @escaping () -> Minimal
    ) where Expanded: View, CompactLeading: View, CompactTrailing: View, Minimal: View {
        regions = { expanded().regions }
        self.compactLeading = { AnyView(compactLeading()) }
        self.compactTrailing = { AnyView(compactTrailing()) }
        self.minimal = { AnyView(minimal()) }
    }

    /// Sets the address that a tap on the island opens; it is recorded, and not drawn.
    public func widgetURL(_ url: URL?) -> DynamicIsland { changed { $0.url = url } }

    /// Sets the colour of the line around the island, which is drawn faintly; its strength on a device is not published.
    public func keylineTint(_ color: Color?) -> DynamicIsland { changed { $0.keyline = color } }

    /// Sets the margins of a mode; of several for an edge, the first one counts.
    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double, for mode: DynamicIslandMode) -> DynamicIsland {
        changed { island in
            if let index = island.margins.firstIndex(where: { $0.mode == mode }) {
                island.margins[index].margins.add(edges, length)
            } else {
                var margins = IslandMargins()
                margins.add(edges, length)
                island.margins.append((mode, margins))
            }
        }
    }

    /// The margins of a mode over those of the system.
    package func margins(_ mode: DynamicIslandMode, over standard: Insets) -> Insets {
        margins.first { $0.mode == mode }?.margins.insets(over: standard) ?? standard
    }

    private func changed(_ change: (inout DynamicIsland) -> Void) -> DynamicIsland {
        var island = self
        change(&island)
        return island
    }
}

/// A presentation of the Dynamic Island.
public struct DynamicIslandMode: Equatable, Sendable {
    private let name: String

    public static let expanded = DynamicIslandMode(name: "expanded")
    public static let compactLeading = DynamicIslandMode(name: "compactLeading")
    public static let compactTrailing = DynamicIslandMode(name: "compactTrailing")
    public static let minimal = DynamicIslandMode(name: "minimal")
}

/// The margins that a source sets, by edge.
package struct IslandMargins {
    private var lengths: [Edge: Double] = [:]

    /// Sets the margins of edges that have none yet: the innermost modifier counts.
    mutating func add(_ edges: Edge.Set, _ length: Double) {
        guard length.isFinite else { return }
        for edge in Edge.allCases where edges.contains(Edge.Set(edge)) && lengths[edge] == nil { lengths[edge] = length }
    }

    /// The margins, with those of the system at the other edges.
    package func insets(over standard: Insets) -> Insets {
        Insets(
            top: lengths[.top] ?? standard.top, leading: lengths[.leading] ?? standard.leading,
            bottom: lengths[.bottom] ?? standard.bottom, trailing: lengths[.trailing] ?? standard.trailing)
    }
}
