/// A widget extension: the files of one module, with the settings that the compiler needs.
package struct WidgetExtension: Sendable {
    /// The name of the target, or of the folder.
    package let name: String
    /// The path of the Xcode project; nil for a folder without one.
    package let project: String?
    /// The folder with the repository of an extension without a project, whose files may belong to it too; nil with a project.
    package let surroundings: String?
    /// The folder beside whose contents the package is written: that of the project, or the one around the widget's folder.
    package let base: String
    /// The absolute paths of the Swift files, in the project's order.
    package let sources: [String]
    /// The absolute paths of the definitions of intents, of which Xcode makes classes.
    package let intentDefinitions: [String]
    /// The absolute paths of the files that are compiled from other languages, of which Linux has no compiler.
    package let otherSources: [String]
    /// The absolute paths of catalogs, folders of languages and other files that the program reads.
    package let resources: [String]
    /// The settings of the compiler.
    package let settings: ExtensionSettings
    /// What the modules are that the project itself brings, by their names, such as `a framework of the project`.
    package let projectModules: [String: String]

    /// - Parameter members: The absolute paths of all files.
    init(
        name: String, project: String?, surroundings: String? = nil, base: String, members: [String], settings: ExtensionSettings,
        projectModules: [String: String] = [:]
    ) {
        self.projectModules = projectModules
        (self.name, self.project, self.surroundings, self.base, self.settings) = (name, project, surroundings, base, settings)
        sources = members.filter { $0.pathExtension == "swift" }
        intentDefinitions = members.filter { $0.pathExtension == "intentdefinition" }
        otherSources = members.filter { Self.otherLanguages.contains($0.pathExtension) }
        var resources: [String] = []
        for path in members where Self.isResource(path) {
            // Strings of a language stand in a folder of it, which is one resource.
            let resource = path.folder.pathExtension == "lproj" ? path.folder : path
            if !resources.contains(resource) { resources.append(resource) }
        }
        self.resources = resources
    }

    private static let otherLanguages: Set = [
        "m", "mm", "c", "cpp", "cc", "metal", "xcdatamodeld", "xcdatamodel", "mlmodel",
    ]
    /// Files that the program does not read.
    private static let ignored: Set = [
        "", "h", "hpp", "entitlements", "xcconfig", "md", "docc", "modulemap", "storyboard", "xib", "xcprivacy", "framework", "xcframework",
        "pch", "playground", "xcmappingmodel",
    ]

    private static func isResource(_ path: String) -> Bool {
        let kind = path.pathExtension
        return kind != "swift" && kind != "intentdefinition" && !otherLanguages.contains(kind) && !ignored.contains(kind)
            && path.fileName != "Info.plist"
    }

    /// The asset catalogs.
    package var catalogs: [String] { resources.filter { $0.pathExtension == "xcassets" } }
}

/// The settings of a target that change what the compiler accepts.
package struct ExtensionSettings: Sendable, Equatable {
    /// The name of the module.
    package var moduleName: String
    /// The language mode: 4, 5 or 6.
    package var languageMode = 5
    /// True if declarations are of the main actor by default.
    package var isMainActorByDefault = false
    /// The upcoming features that are on.
    package var upcomingFeatures: [String] = []
    /// The names that `#if` finds set.
    package var conditions: [String] = ["DEBUG"]
    /// True if Xcode generates symbols of asset catalogs.
    package var generatesAssetSymbols = true
    /// True if it also extends `Color`, `UIColor` and `UIImage` by them, which a project has to ask for.
    package var generatesAssetSymbolExtensions = true
    /// The language of the texts in the sources.
    package var developmentRegion = "en"

    /// The settings of a folder without a project, or the defaults of a project.
    init(moduleName: String) { self.moduleName = Self.identifier(moduleName) }

    /// The settings of a target.
    init(_ settings: BuildSettings, target: String, developmentRegion: String?) {
        self.init(moduleName: settings["PRODUCT_MODULE_NAME"] ?? settings["PRODUCT_NAME"] ?? target)
        let version = settings["SWIFT_VERSION"].flatMap { Int($0.prefix { $0 != "." }) } ?? 5
        languageMode = min(6, max(4, version))
        isMainActorByDefault = settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor"
        var features: [String] = []
        if settings.isOn("SWIFT_APPROACHABLE_CONCURRENCY") { features = Self.approachable }
        for key in settings.names(beginningWith: Self.featurePrefix) where settings.isOn(key) {
            // `MEMBER_IMPORT_VISIBILITY` is `MemberImportVisibility`.
            let name = key.dropFirst(Self.featurePrefix.count).split(separator: "_").map { $0.prefix(1) + $0.dropFirst().lowercased() }
                .joined()
            features.append(Self.features[name] ?? name)
        }
        upcomingFeatures = features.filter { Self.known.contains($0) }.sorted()
        let words = (settings["SWIFT_ACTIVE_COMPILATION_CONDITIONS"] ?? "DEBUG").split(separator: " ").map(String.init)
        conditions = words.filter { Self.isIdentifier($0) }
        generatesAssetSymbols = settings["ASSETCATALOG_COMPILER_GENERATE_ASSET_SYMBOLS"] != "NO"
        generatesAssetSymbolExtensions = settings.isOn("ASSETCATALOG_COMPILER_GENERATE_SWIFT_ASSET_SYMBOL_EXTENSIONS")
        if let developmentRegion, !developmentRegion.isEmpty { self.developmentRegion = developmentRegion }
    }

    private static let featurePrefix = "SWIFT_UPCOMING_FEATURE_"
    private static let approachable = [
        "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferIsolatedConformances", "InferSendableFromCaptures",
        "NonisolatedNonsendingByDefault",
    ]
    /// The features that this compiler knows as upcoming in the language mode 5.
    private static let known = Set(
        approachable + [
            "ConciseMagicFile", "DeprecateApplicationMain", "DynamicActorIsolation", "ExistentialAny", "ForwardTrailingClosures",
            "GlobalConcurrency", "ImplicitOpenExistentials", "ImportObjcForwardDeclarations", "InternalImportsByDefault",
            "IsolatedDefaultValues", "MemberImportVisibility", "RegionBasedIsolation",
        ])
    private static let features = ["DisableOutwardActorIsolation": "DisableOutwardActorInference"]

    private static func isIdentifier(_ text: String) -> Bool { !text.isEmpty && text == identifier(text) }

    /// A name with `_` in place of what cannot be in a name of a module, as Xcode makes it.
    static func identifier(_ name: String) -> String {
        let text = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
        let module = text.first.map { $0.isNumber ? "_" + text.dropFirst() : text } ?? "Widget"
        // The module of a widget must not hide one that it imports.
        return AppleModules.has(module) || module.hasPrefix("Subdial") ? module + "Extension" : module
    }

    /// The flags of `swiftc`.
    package var flags: [String] {
        var flags = ["-module-name", moduleName, "-swift-version", "\(languageMode)"]
        if isMainActorByDefault { flags += ["-default-isolation", "MainActor"] }
        for feature in upcomingFeatures { flags += ["-enable-upcoming-feature", feature] }
        for condition in conditions { flags += ["-D", condition] }
        return flags
    }
}
