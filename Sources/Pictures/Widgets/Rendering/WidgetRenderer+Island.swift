import SubdialLayout
import SubdialTemplates
import SubdialTimeline

/// The compact Dynamic Island as one picture: the contents beside the camera, and the camera.
enum IslandPill {
    /// The camera's width as a fraction of the compact island: Apple's width minus those of both sides.
    private static let cameraShare = 125.34 / 230
    private static let lens = 10.5

    /// Both sides with the camera between them, over the width of the island.
    static func body(leading: Node, trailing: Node, in size: Size) -> Node {
        let camera = size.width * cameraShare
        let side = (size.width - camera) / 2
        func framed(_ node: Node) -> Node {
            var node = node
            node.modifiers.append(.frame(width: side, height: size.height, alignment: .center))
            return node
        }
        var eye = Node(.shape(.circle, .color(ColorName("#16181D"))), path: "camera")
        eye.modifiers = [
            .frame(width: lens, height: lens, alignment: .center),
            .overlay(
                Node(
                    .shape(.circle, .color(ColorName("#0B1530"))),
                    modifiers: [.frame(width: lens / 2, height: lens / 2, alignment: .center)], path: "camera"), alignment: .center),
            .padding(Insets(trailing: 13)),
            .frame(width: camera, height: size.height, alignment: Alignment(.trailing, .center)),
        ]
        return Node(
            .hstack(alignment: .center, spacing: 0, [framed(leading), eye, framed(trailing)]),
            modifiers: [.layoutDirection(.leftToRight)], path: "island")
    }
}
