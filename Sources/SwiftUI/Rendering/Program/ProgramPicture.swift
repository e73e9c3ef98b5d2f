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

    /// What is drawn: the kind of the subject, for lists.
    var subject: String {
        if look.frame?.control != nil { return "control" }
        if look.presentation != nil { return "activity" }
        return look.frame == nil ? "widget" : "view"
    }

    /// The picture's view, laid out with other values of some axes.
    func layOut(_ values: [ChosenValue], _ renderer: WidgetRenderer) throws -> PreparedView {
        var look = look
        for value in values { value.set(in: &look) }
        return try renderer.layOut(content, look: look, at: date)
    }
}

/// A value of an axis that a command line or a request names.
struct ChosenValue {
    private let axis: LookAxis
    private let value: LookValue

    /// Parses the value of an axis.
    ///
    /// - Throws: The description of the valid values.
    init(_ axis: LookAxis, _ text: String) throws(PreviewError) {
        self.axis = axis
        value = if case .number = axis.form { .number(Double(text) ?? .nan) } else { .text(text) }
        var look = WidgetLook(family: .systemSmall)
        guard axis.set(value, in: &look) else {
            throw PreviewError("'\(text)' is no \(axis.name): it is \(axis.form.expected ?? "another value")")
        }
    }

    func set(in look: inout WidgetLook) { _ = axis.set(value, in: &look) }
}
