import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialSystem

/// An Xcode project: the objects of its `project.pbxproj`, as far as they say what a target is made of.
package struct XcodeProject: Sendable {
    /// The path of the `.xcodeproj` folder.
    package let path: String
    /// The folder to which the paths of the project are relative.
    package let base: String
    private let objects: [String: PropertyListValue]
    private let root: PropertyListValue
    /// The group that each object is in.
    private let parents: [String: String]

    /// The maximum depth of groups.
    private static let maximumDepth = 64

    /// Reads a project.
    ///
    /// - Parameter path: The `.xcodeproj` folder.
    package init(reading path: String) throws(AdoptionError) {
        let file = "\(path)/project.pbxproj"
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try InputFile.bytes(at: file, accepting: .regular)
        } catch {
            throw AdoptionError(.missingInput, "\(file): the project cannot be read: \(error.reason)")
        }
        do throws(PropertyListError) {
            try self.init(PropertyListValue(parsing: bytes), path: path)
        } catch {
            throw AdoptionError(.badData, GitLeftover(bytes).map { "\(file) \($0)" } ?? "\(file):\(error)")
        }
    }

    /// Makes the project of a parsed `project.pbxproj`.
    package init(_ document: PropertyListValue, path: String) {
        self.path = path
        let objects = document["objects"]?.dictionary ?? [:]
        let root = document["rootObject"]?.string.flatMap { objects[$0] } ?? .dictionary([:])
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        base = (folder + "/" + (root["projectDirPath"]?.string ?? "")).plainPath
        var parents: [String: String] = [:]
        for (key, value) in objects {
            for child in value["children"]?.strings ?? [] { parents[child] = key }
        }
        (self.objects, self.root, self.parents) = (objects, root, parents)
    }

    /// The keys of the targets that make programs or bundles, in the order of the project.
    var targets: [String] { root["targets"]?.strings.filter { objects[$0]?["isa"]?.string == "PBXNativeTarget" } ?? [] }

    /// The name of a target.
    func name(ofTarget key: String) -> String { objects[key]?["name"]?.string ?? key }

    /// True for a target that makes an extension of an app.
    func isExtension(_ key: String) -> Bool { objects[key]?["productType"]?.string?.hasSuffix("app-extension") == true }

    /// What the modules are that the project's frameworks and packages bring, by their names.
    ///
    /// A product of a package has mostly the name of its module.
    var modules: [String: String] {
        var modules: [String: String] = [:]
        for value in objects.values where value["isa"]?.string == "XCSwiftPackageProductDependency" {
            guard let name = value["productName"]?.string else { continue }
            let package = value["package"]?.string.flatMap { objects[$0] }
            let place = (package?["repositoryURL"] ?? package?["relativePath"])?.string
            let text = package?["repositoryURL"] == nil ? "a package beside the project" : "a package"
            modules[name] = place.map { "\(text), \($0)" } ?? text
        }
        for target in targets where Self.libraries.contains(where: { objects[target]?["productType"]?.string?.hasSuffix($0) == true }) {
            let settings = settings(ofTarget: target)
            let name = settings["PRODUCT_MODULE_NAME"] ?? settings["PRODUCT_NAME"] ?? name(ofTarget: target)
            modules[ExtensionSettings.identifier(name)] = "a framework of the project"
        }
        return modules
    }

    private static let libraries = ["product-type.framework", "product-type.framework.static", "product-type.library.static"]

    /// The language of the texts in the sources.
    var developmentRegion: String? { root["developmentRegion"]?.string }

    // MARK: Files

    /// The files and folders that a target is made of.
    func members(ofTarget key: String) -> [String] {
        var found: [String] = []
        for phase in (objects[key]?["buildPhases"]?.strings ?? []).compactMap({ objects[$0] }) {
            guard let isa = phase["isa"]?.string, ["PBXSourcesBuildPhase", "PBXResourcesBuildPhase"].contains(isa) else { continue }
            for file in phase["files"]?.strings ?? [] {
                guard let reference = objects[file]?["fileRef"]?.string else { continue }
                found += leaves(of: reference, depth: 0)
            }
        }
        found += synchronizedMembers(ofTarget: key)
        var known: Set<String> = []
        return found.filter { known.insert($0).inserted && FileManager.default.fileExists(atPath: $0) }
    }

    /// The files of a reference: its own path, or for a group of languages those of its children.
    private func leaves(of key: String, depth: Int) -> [String] {
        guard depth < Self.maximumDepth, let value = objects[key] else { return [] }
        guard value["isa"]?.string != "PBXVariantGroup" else {
            return (value["children"]?.strings ?? []).flatMap { leaves(of: $0, depth: depth + 1) }
        }
        return place(of: key).map { [$0] } ?? []
    }

    /// The absolute path of an object; nil for those in folders of Xcode's, and for groups that contain themselves.
    private func place(of key: String, depth: Int = 0) -> String? {
        guard depth < Self.maximumDepth, let value = objects[key] else { return nil }
        let own = value["path"]?.string ?? ""
        switch value["sourceTree"]?.string ?? "<group>" {
        case "SOURCE_ROOT": return "\(base)/\(own)".plainPath
        case "<absolute>": return own.plainPath
        case "<group>":
            let above = parents[key].map { place(of: $0, depth: depth + 1) } ?? base
            return above.map { "\($0)/\(own)".plainPath }
        default: return nil
        }
    }

    /// The files of a target from folders that Xcode keeps in step with the disk.
    private func synchronizedMembers(ofTarget target: String) -> [String] {
        let own = Set(objects[target]?["fileSystemSynchronizedGroups"]?.strings ?? [])
        var found: [String] = []
        for key in objects.keys.sorted() {
            guard let group = objects[key], group["isa"]?.string == "PBXFileSystemSynchronizedRootGroup", let folder = place(of: key) else {
                continue
            }
            var exceptions: [String] = []
            for exception in (group["exceptions"]?.strings ?? []).compactMap({ objects[$0] }) where exception["target"]?.string == target {
                exceptions += exception["membershipExceptions"]?.strings ?? []
            }
            if own.contains(key) {
                // An exception of the target's own folder is no member; one of another folder is.
                found += FileTree.files(below: folder).filter { file in
                    let path = String(file.dropFirst(folder.count + 1))
                    return !exceptions.contains { path == $0 || path.hasPrefix("\($0)/") }
                }
            } else {
                found += exceptions.map { "\(folder)/\($0)".plainPath }
            }
        }
        return found
    }

    // MARK: Settings

    /// The settings of a target's debug build, or of its first configuration if it has none of that name.
    func settings(ofTarget key: String) -> BuildSettings {
        var settings = BuildSettings(target: name(ofTarget: key))
        for owner in [root, objects[key]] {
            guard let list = owner?["buildConfigurationList"]?.string, let names = objects[list]?["buildConfigurations"]?.strings else {
                continue
            }
            let configurations = names.compactMap { objects[$0] }
            guard let chosen = configurations.first(where: { $0["name"]?.string == "Debug" }) ?? configurations.first else { continue }
            if let file = configurationFile(of: chosen) { settings.add(contentsOf: file) }
            settings.add(chosen["buildSettings"]?.dictionary ?? [:])
        }
        return settings
    }

    /// The `.xcconfig` file on which a configuration is based.
    private func configurationFile(of configuration: PropertyListValue) -> String? {
        if let reference = configuration["baseConfigurationReference"]?.string { return place(of: reference) }
        guard let anchor = configuration["baseConfigurationReferenceAnchor"]?.string, let folder = place(of: anchor),
            let path = configuration["baseConfigurationReferenceRelativePath"]?.string
        else { return nil }
        return "\(folder)/\(path)".plainPath
    }
}
