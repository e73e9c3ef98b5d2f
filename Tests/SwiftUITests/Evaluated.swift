import Foundation
import SubdialLayout

@testable import SubdialSwiftUI

/// A view as it is evaluated at a moment: its nodes, and what was recorded.
@MainActor
struct Evaluated {
    let nodes: [Node]
    let pass = ViewPass()

    init(_ view: some View, at seconds: Double = 1000, _ change: (inout EnvironmentValues) -> Void = { _ in }) {
        var environment = EnvironmentValues()
        environment.now = Date(timeIntervalSince1970: seconds)
        change(&environment)
        nodes = _ViewContext(environment, pass: pass).nodes(of: view)
    }

    /// The texts of all nodes in stacks, in their order.
    var texts: [String] { nodes.flatMap(Self.texts) }

    /// The names of the tap regions.
    var intents: [String] {
        nodes.flatMap(\.modifiers).compactMap { if case .intent(let intent) = $0 { intent.name } else { nil } }
    }

    /// The parts of what a screen reader says.
    var accessibility: [Accessibility] {
        nodes.flatMap(\.modifiers).compactMap { if case .accessibility(let accessibility) = $0 { accessibility } else { nil } }
    }

    private static func texts(_ node: Node) -> [String] {
        switch node.content {
        case .text(let text): [text.text]
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes): nodes.flatMap(texts)
        default: []
        }
    }
}
