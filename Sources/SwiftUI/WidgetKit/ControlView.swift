import SubdialAppIntents
package import SubdialLayout

private struct ControlFormKey: EnvironmentKey { static let defaultValue = ControlForm.medium }

extension EnvironmentValues {
    /// The size in which a control is drawn.
    package var controlForm: ControlForm {
        get { self[ControlFormKey.self] }
        set { self[ControlFormKey.self] = newValue }
    }
}

/// A control as the Control Center shows it: a symbol on a platter, with its title and its state where there is room.
///
/// Apple publishes neither measures nor colours of controls. These are estimates that no device has confirmed: a platter of dark glass, which is
/// white while a toggle is on, with the symbol in the tint.
nonisolated struct ControlView: View {
    typealias Body = Never

    private let face: _ControlFace

    init(_ face: _ControlFace) { self.face = face }

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("Control")
        var node = inner.node(of: ControlPlatter(view.face, inner.environment.controlForm))
        var description = Accessibility()
        description.label = ControlWords.words(of: view.face.label, in: inner)
        let state = view.face.state.map { ControlWords.words(of: $0, in: inner) } ?? ""
        if !state.isEmpty, state != description.label { description.value = state }
        if view.face.isOn != nil { description.traits = ["isToggle"] }
        description.children = "ignore"
        node.modifiers.describe(description)
        return [node]
    }
}

/// The platter with what stands on it.
nonisolated private struct ControlPlatter: View {
    private let face: _ControlFace
    private let form: ControlForm

    init(_ face: _ControlFace, _ form: ControlForm) { (self.face, self.form) = (face, form) }

    @MainActor var body: some View {
        if let action = face.action {
            Button(role: nil, action: action) { content }
                .buttonStyle(.plain)
                .disabled(face.isDisabled)
        } else {
            content
        }
    }

    private var isOn: Bool { face.isOn == true }

    @ViewBuilder @MainActor private var content: some View {
        switch form {
        case .small:
            symbol(size: 26).frame(maxWidth: .infinity, maxHeight: .infinity).background(Circle().fill(glass))
        case .medium:
            HStack(spacing: 9) {
                symbol(size: 22).frame(width: 28)
                words.frame(maxWidth: .infinity, alignment: .leading)
            }
            .padding(.horizontal, 14)
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .background(Capsule().fill(glass))
        case .large:
            VStack(alignment: .leading, spacing: 0) {
                symbol(size: 30)
                Spacer(minLength: 0)
                words
            }
            .padding(18)
            .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
            .background(RoundedRectangle(cornerRadius: 36).fill(glass))
        }
    }

    @MainActor private var words: some View {
        VStack(alignment: .leading, spacing: 1) {
            ControlWords(source: face.label, other: nil)
                .font(.system(size: 15, weight: .semibold))
                .foregroundStyle(isOn ? Color.black : Color.white)
            if let state = face.state {
                ControlWords(source: state, other: face.label)
                    .font(.system(size: 13))
                    .foregroundStyle(isOn ? Color.black.opacity(0.6) : Color.white.opacity(0.6))
                    .privacySensitive(face.isPrivate)
            }
        }
        // A state takes the second line of the medium size.
        .lineLimit(form == .large || face.state == nil ? 2 : 1)
        .minimumScaleFactor(0.8)
    }

    @MainActor private func symbol(size: CGFloat) -> some View {
        ControlSymbol(sources: [face.state, face.label].compactMap { $0 })
            .font(.system(size: size, weight: .medium))
            .foregroundStyle(isOn ? face.tint ?? Color.blue : Color.white)
    }

    private var glass: Color { isOn ? Color(white: 0.96) : Color(red: 0.23, green: 0.23, blue: 0.24).opacity(0.9) }
}

/// The symbol of the first view that has one.
nonisolated private struct ControlSymbol: View {
    typealias Body = Never

    let sources: [AnyView]

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        for source in view.sources {
            if let image = context.node(of: source.labelStyle(.iconOnly)).firstImage { return [image] }
        }
        return []
    }
}

/// The words of a view as one text; nothing if another view has the same words.
nonisolated private struct ControlWords: View {
    typealias Body = Never

    let source: AnyView
    let other: AnyView?

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let words = words(of: view.source, in: context)
        let isKnown = view.other.map { self.words(of: $0, in: context) == words } ?? false
        return words.isEmpty || isKnown ? [] : context.nodes(of: Text(verbatim: words))
    }

    static func words(of view: AnyView, in context: _ViewContext) -> String {
        context.node(of: view.labelStyle(.titleOnly)).texts.joined(separator: " ")
    }
}

extension Node {
    /// The nodes of a stack; none for another node.
    private var stacked: [Node] {
        switch content {
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes): nodes
        default: []
        }
    }

    /// The first image, which may be the node itself.
    fileprivate var firstImage: Node? {
        if case .image = content { return self }
        for node in stacked { if let image = node.firstImage { return image } }
        return nil
    }

    /// The texts in their order.
    fileprivate var texts: [String] {
        if case .text(let text) = content { return text.text.isEmpty ? [] : [text.text] }
        return stacked.flatMap(\.texts)
    }
}
