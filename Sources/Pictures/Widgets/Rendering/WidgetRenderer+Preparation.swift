import SubdialDrawing
import SubdialSystem
import Synchronization

/// The devices and fonts, which a program that draws one picture loads while it parses its arguments.
extension WidgetRenderer {
    /// Loads the devices and then the fonts in the background, for the first use of these resources, while the program does something else.
    ///
    /// It must call ``endPreparation()`` before it exits.
    public static func prepare(_ resources: ResourceFolder) {
        let fonts = fonts(of: resources)
        let catalog = PendingResult {
            // The fonts take longer, and are needed later.
            defer { FontLibrary.prepare(configuration: fonts) }
            return try? readCatalog(resources)
        }
        prepared.withLock { $0 = (resources, catalog) }
    }

    /// Waits for fonts that are being loaded in the background.
    public static func endPreparation() { FontLibrary.endPreparation() }

    /// The devices that have been prepared, or else newly read ones; the user's file adds to Subdial's.
    ///
    /// - Throws: `WidgetError.resource` with the file and the reason.
    public static func catalog(_ resources: ResourceFolder) throws(WidgetError) -> DeviceCatalog {
        if let catalog = takePrepared(resources)?.value() { return catalog }
        return try readCatalog(resources)
    }

    /// nil if the devices cannot be read: whoever needs them reads them again, and reports the reason.
    typealias PreparedCatalog = PendingResult<DeviceCatalog?>
    /// The devices that are being read, until they are first needed.
    static let prepared = Mutex<(resources: ResourceFolder, catalog: PreparedCatalog)?>(nil)

    private static func takePrepared(_ resources: ResourceFolder) -> PreparedCatalog? {
        prepared.withLock { $0?.resources == resources ? $0.take()?.catalog : nil }
    }

    private static func readCatalog(_ resources: ResourceFolder) throws(WidgetError) -> DeviceCatalog {
        let files = resources.everyText("devices.yaml")
        guard let (file, text) = files.first else { throw .resource("devices.yaml", reason: "the file is missing") }
        let palettes = try InkPalettes(resources)
        var catalog = try DeviceCatalog(text, file: file, palettes: palettes)
        for (file, text) in files.dropFirst() { try catalog.add(text, file: file, palettes: palettes) }
        return catalog
    }
}
