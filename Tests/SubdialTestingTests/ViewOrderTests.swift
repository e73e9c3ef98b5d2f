import SubdialDocuments
import Testing

@testable import SubdialTesting

/// Tests that modifiers apply in the order in which they are written.
@Suite struct ViewOrderTests {
    @Test(arguments: [
        // Modifiers in the template language's own order are on one node.
        (Text("x").padding(4).background(.red), #"{"Text":"x","padding":4,"background":"red"}"#),
        (Text("x").font(.body).foreground(.red).id("a"), #"{"Text":"x","font":"body","foreground":"red","id":"a"}"#),
        // A modifier that comes earlier in that order needs a second node.
        (Text("x").background(.red).padding(4), #"{"ZStack":[{"Text":"x","background":"red"}],"padding":4}"#),
        (Text("x").padding(1).padding(2), #"{"ZStack":[{"Text":"x","padding":1}],"padding":2}"#),
        (Text("x").cornerRadius(3).clip(.circle), #"{"ZStack":[{"Text":"x","cornerRadius":3}],"clip":"circle"}"#),
        // Of inherited modifiers, the innermost one takes precedence.
        (Text("x").font(.body).font(.title), #"{"ZStack":[{"Text":"x","font":"body"}],"font":"title"}"#),
        // A modifier that the parent or a loop reads moves to the outermost node.
        (
            Text("x").layoutPriority(1).for("t", in: "queue").opacity(0.5).padding(2),
            #"{"ZStack":[{"Text":"x","opacity":0.5}],"layoutPriority":1,"for":"t in queue","padding":2}"#
        ),
        // A layer does not inherit the modifiers that the view sets for itself.
        (
            Text("x").foreground(.red).overlay { Circle() },
            #"{"ZStack":[{"Text":"x","foreground":"red"}],"overlay":{"Circle":null}}"#
        ),
        (
            Text("x").overlay { Circle() }.foreground(.red),
            #"{"Text":"x","overlay":{"Circle":null},"foreground":"red"}"#
        ),
        (Text("x").if("a").if("b"), #"{"ZStack":[{"Text":"x","if":"a"}],"if":"b"}"#),
        (
            Text("x").overlay(alignment: .top) { Circle() }.background { Circle() },
            #"{"ZStack":[{"Text":"x","overlay":{"Circle":null},"overlayAlignment":"top"}],"background":{"Circle":null}}"#
        ),
    ]) func order(_ view: View, _ expected: String) {
        #expect(view.json.text() == expected)
    }
}
