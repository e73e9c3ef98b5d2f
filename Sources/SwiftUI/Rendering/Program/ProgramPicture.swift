import Foundation
import SubdialWidgets

/// A picture of a preview or a widget of this program: a view in a look at a date.
package struct ProgramPicture {
    /// The name of the snapshot.
    package let name: String
    package let content: ViewContent
    package let look: WidgetLook
    package let date: Date

    /// A picture without a name.
    init(_ content: ViewContent, _ look: WidgetLook, _ date: Date) {
        (name, self.content, self.look, self.date) = ("", content, look, date)
    }

    /// A picture with a name.
    init(name: String, _ picture: ProgramPicture) {
        (self.name, content, look, date) = (name, picture.content, picture.look, picture.date)
    }
}
