public import SubdialSwiftUI

/// What an intent gives back.
public protocol IntentResult: Sendable {}

/// A result with a value.
public protocol ReturnsValue<Value>: IntentResult {
    associatedtype Value: _IntentValue

    var value: Value? { get }
}

/// A result with words.
public protocol ProvidesDialog: IntentResult {}

/// A result with a view, which no picture shows.
public protocol ShowsSnippetView: IntentResult {}

/// A result that is followed by another intent.
public protocol OpensIntent: IntentResult {}

/// The parts of a result.
public struct IntentResultContainer<Value, OpenedIntent, SnippetView, Dialog>: IntentResult, @unchecked Sendable {
    // Unchecked: immutable, and the view is not read.

    public let value: Value?
    let opened: OpenedIntent?
    let dialog: Dialog?

    fileprivate init(_ value: Value? = nil, opens opened: OpenedIntent? = nil, says dialog: Dialog? = nil) {
        (self.value, self.opened, self.dialog) = (value, opened, dialog)
    }
}

extension IntentResultContainer: ReturnsValue where Value: _IntentValue {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
extension IntentResultContainer: ShowsSnippetView where SnippetView: View {}
// Also without an intent: a `perform` that says it opens one may end with `.result()`.
extension IntentResultContainer: OpensIntent {}

/// A result of any type.
package protocol AnyIntentResult {
    var anyValue: Any? { get }
    var words: String? { get }
    var nextIntent: (any AppIntent)? { get }
}

extension IntentResultContainer: AnyIntentResult {
    package var anyValue: Any? { value }
    package var words: String? { (dialog as? IntentDialog)?.text }
    package var nextIntent: (any AppIntent)? { opened as? any AppIntent }
}

// The snippet of a result is not drawn: a test performs the intents of widgets, and sees what the widgets show then.

extension IntentResult {
    public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> { Self() }

    public static func result<V: _IntentValue>(value: V) -> Self where Self == IntentResultContainer<V, Never, Never, Never> { Self(value) }

    public static func result(dialog: IntentDialog) -> Self where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
        Self(says: dialog)
    }

    public static func result<V: _IntentValue>(
        value: V, dialog: IntentDialog
    ) -> Self where Self == IntentResultContainer<V, Never, Never, IntentDialog> { Self(value, says: dialog) }

    public static func result<Content: View>(
        view: Content
    ) -> Self where Self == IntentResultContainer<Never, Never, Content, Never> { Self() }

    public static func result<Content: View>(
        @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<Never, Never, Content, Never> { Self() }

    public static func result<Content: View>(
        dialog: IntentDialog, view: Content
    ) -> Self where Self == IntentResultContainer<Never, Never, Content, IntentDialog> { Self(says: dialog) }

    public static func result<Content: View>(
        dialog: IntentDialog, @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<Never, Never, Content, IntentDialog> { Self(says: dialog) }

    public static func result<V: _IntentValue, Content: View>(
        value: V, view: Content
    ) -> Self where Self == IntentResultContainer<V, Never, Content, Never> { Self(value) }

    public static func result<V: _IntentValue, Content: View>(
        value: V, @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<V, Never, Content, Never> { Self(value) }

    public static func result<V: _IntentValue, Content: View>(
        value: V, dialog: IntentDialog, view: Content
    ) -> Self where Self == IntentResultContainer<V, Never, Content, IntentDialog> { Self(value, says: dialog) }

    public static func result<V: _IntentValue, Content: View>(
        value: V, dialog: IntentDialog, @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<V, Never, Content, IntentDialog> { Self(value, says: dialog) }

    public static func result<Next: AppIntent>(
        opensIntent: Next
    ) -> Self where Self == IntentResultContainer<Never, Next, Never, Never> { Self(opens: opensIntent) }

    public static func result<Next: AppIntent>(
        opensIntent: Next, dialog: IntentDialog
    ) -> Self where Self == IntentResultContainer<Never, Next, Never, IntentDialog> { Self(opens: opensIntent, says: dialog) }

    public static func result<V: _IntentValue, Next: AppIntent>(
        value: V, opensIntent: Next
    ) -> Self where Self == IntentResultContainer<V, Next, Never, Never> { Self(value, opens: opensIntent) }

    public static func result<V: _IntentValue, Next: AppIntent>(
        value: V, opensIntent: Next, dialog: IntentDialog
    ) -> Self where Self == IntentResultContainer<V, Next, Never, IntentDialog> { Self(value, opens: opensIntent, says: dialog) }
}
