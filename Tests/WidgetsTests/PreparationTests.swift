import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialWidgets

/// Devices that are read in the background are those of the folder that is asked for.
@Suite(.serialized) final class PreparationTests {
    private let folder = Scratch.path("sd-prepared")

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @Test func devicesAreThoseOfTheFolder() throws {
        let expected = try WidgetRenderer.catalog(resources).devices.map(\.id)
        WidgetRenderer.prepare(resources)
        #expect(try WidgetRenderer.catalog(resources).devices.map(\.id) == expected)
        WidgetRenderer.prepare(ResourceFolder(path: folder))
        #expect(try WidgetRenderer.catalog(resources).devices.map(\.id) == expected)
        WidgetRenderer.endPreparation()
    }

    /// The devices that were read in the background are used once, and only for their folder.
    @Test func devicesAreTakenOnce() throws {
        try FileManager.default.copyItem(atPath: "\(resources.path)/palettes.yaml", toPath: "\(folder)/palettes.yaml")
        let prepared = ResourceFolder(path: folder)
        WidgetRenderer.prepare(prepared)
        #expect(WidgetRenderer.prepared.withLock { $0?.resources } == prepared)
        _ = try WidgetRenderer.catalog(resources)
        #expect(WidgetRenderer.prepared.withLock { $0?.resources } == prepared)
        #expect(throws: WidgetError.self) { try WidgetRenderer.catalog(prepared) }
        #expect(WidgetRenderer.prepared.withLock { $0?.resources } == nil)
        WidgetRenderer.endPreparation()
    }

    @Test(arguments: [nil, "devices: { a: { name: A, screen: s, scale: 2 } }\n", "devices: {\n"])
    func errorsAreThoseOfReading(_ text: String?) throws {
        if let text { try Data(text.utf8).write(to: URL(filePath: "\(folder)/devices.yaml")) }
        try FileManager.default.copyItem(atPath: "\(resources.path)/palettes.yaml", toPath: "\(folder)/palettes.yaml")
        let broken = ResourceFolder(path: folder)
        let expected = #expect(throws: WidgetError.self) { try WidgetRenderer.catalog(broken) }
        WidgetRenderer.prepare(broken)
        let error = #expect(throws: WidgetError.self) { try WidgetRenderer.catalog(broken) }
        #expect(error?.description == expected?.description && error != nil)
        WidgetRenderer.endPreparation()
    }
}
