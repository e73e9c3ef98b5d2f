/// A preview of a view, which tests and programs find while they run.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "SubdialSwiftUIMacros", type: "PreviewMacro")

/// A preview of a view with traits.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>, _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "SubdialSwiftUIMacros", type: "PreviewMacro")

/// Marks a dynamic property in the body of a preview, which has its initial value.
@attached(peer)
public macro Previewable() = #externalMacro(module: "SubdialSwiftUIMacros", type: "PreviewableMacro")
