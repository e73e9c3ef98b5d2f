import FoundationEssentials
import SubdialBasics
import SubdialSystem

/// Finds the widget extensions for a folder.
package enum ExtensionSearch {
    /// The widget extensions for a path.
    ///
    /// - Parameter path: An absolute path: an `.xcodeproj`, a folder with projects, or a widget's folder, whose project is above
    ///   it. Without a project, the folder itself is the extension.
    /// - Returns: At least one extension.
    package static func extensions(for path: String) throws(AdoptionError) -> [WidgetExtension] {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw AdoptionError(.missingInput, "\(path): there is no such folder")
        }
        guard isFolder else {
            throw AdoptionError(.wrongUsage, "\(path) is a file; name the widget's folder, the folder of its project, or the .xcodeproj")
        }
        if path.pathExtension == "xcodeproj" {
            let found = try XcodeProject(reading: path).widgetExtensions
            guard !found.isEmpty else { throw AdoptionError(.badData, "\(path): no target makes an app extension that declares a widget") }
            return found
        }
        let projects = FileTree.projects(below: path)
        var found: [WidgetExtension] = []
        var problem: AdoptionError?
        for project in projects {
            // A repository may have projects of others; one that cannot be read is an error only if no other one has an extension.
            do throws(AdoptionError) { found += try XcodeProject(reading: project).widgetExtensions } catch { problem = problem ?? error }
        }
        if found.isEmpty, projects.isEmpty {
            for project in projectsAbove(path) {
                do throws(AdoptionError) {
                    found += try XcodeProject(reading: project).widgetExtensions.filter { $0.sources.contains { $0.hasPrefix("\(path)/") } }
                } catch { problem = problem ?? error }
            }
        }
        if found.isEmpty { found = folders(below: path) }
        guard found.isEmpty else { return found }
        throw problem
            ?? AdoptionError(
                .badData,
                projects.isEmpty
                    ? "\(path): no Swift file in it declares a widget, and no project above it has a widget extension with files of it"
                    : "\(path): no target of its projects makes an app extension that declares a widget")
    }

    /// The projects in the folders above a folder, up to the root of its Git repository; the nearest ones first.
    private static func projectsAbove(_ path: String) -> [String] {
        var (folder, found): (String, [String]) = (path, [])
        while folder != "/", found.isEmpty, !FileManager.default.fileExists(atPath: "\(folder)/.git") {
            folder = folder.folder
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            found = names.filter { $0.pathExtension == "xcodeproj" }.sorted().map { "\(folder)/\($0)" }
        }
        return found
    }

    /// The widgets' folders below a folder, for sources whose project is generated from another description.
    ///
    /// A folder with one entry point is one extension; of several, such as that of the app, each folder that declares widgets is one.
    private static func folders(below path: String) -> [WidgetExtension] {
        let members = FileTree.files(below: path)
        var (mains, folders): (Int, Set<String>) = (0, [])
        for file in members where file.pathExtension == "swift" {
            guard let bytes = try? InputFile.bytes(at: file, limit: SwiftSource.maximumSize, accepting: .regular) else { continue }
            // The entry point of an app may be one only on another platform.
            if String(decoding: bytes, as: UTF8.self).contains("@main") { mains += 1 }
            if SwiftSource(bytes, conditions: ["DEBUG"]).declaresWidgets { folders.insert(file.folder) }
        }
        guard !folders.isEmpty else { return [] }
        guard mains > 1 else { return [folder(path, members)] }
        let outermost = folders.filter { folder in !folders.contains { folder.hasPrefix("\($0)/") } }
        return outermost.sorted().map { found in folder(found, members.filter { $0.hasPrefix("\(found)/") }) }
    }

    private static func folder(_ path: String, _ members: [String]) -> WidgetExtension {
        WidgetExtension(
            name: path.fileName, project: nil, surroundings: repository(of: path), base: path.folder, members: members,
            settings: ExtensionSettings(moduleName: path.fileName))
    }

    /// The folder of the Git repository that a path is in; nil if it is in none.
    package static func repository(of path: String) -> String? {
        var folder = path
        while folder != "/" {
            if FileManager.default.fileExists(atPath: "\(folder)/.git") { return folder }
            folder = folder.folder
        }
        return nil
    }
}

extension XcodeProject {
    /// The targets that make app extensions with widgets.
    package var widgetExtensions: [WidgetExtension] {
        targets.filter(isExtension).compactMap { target in
            let name = name(ofTarget: target)
            let settings = ExtensionSettings(settings(ofTarget: target), target: name, developmentRegion: developmentRegion)
            let found = WidgetExtension(
                name: name, project: path, base: base, members: members(ofTarget: target), settings: settings,
                projectModules: modules)
            return found.declaresWidgets ? found : nil
        }
    }
}

extension WidgetExtension {
    /// True if a source declares a widget.
    fileprivate var declaresWidgets: Bool {
        sources.contains { (try? SwiftSource(path: $0, conditions: Set(settings.conditions)))?.declaresWidgets == true }
    }
}
