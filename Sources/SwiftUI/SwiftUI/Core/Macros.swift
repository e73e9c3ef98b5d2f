/// A value of the environment by its default: `extension EnvironmentValues { @Entry var theme = Theme.plain }`.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "SubdialSwiftUIMacros", type: "EntryMacro")
