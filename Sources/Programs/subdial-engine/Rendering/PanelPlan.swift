import SubdialDrawing
import SubdialEngine
import SubdialWidgets

/// The panel options of a command line, applied to its pictures.
struct PanelPlan {
    let options: PanelOptions
    /// The default family; nil if the options determine none.
    let family: String?

    init(_ command: RenderCommand, _ resources: ResourceFolder, _ context: CommandContext) throws {
        options = try command.panel.options(resources, context)
        family = options.size != nil ? WidgetFamily.panel.rawValue : nil
    }

    /// Refuses a size for families whose size depends on the device.
    func check(_ families: [WidgetFamily]) throws(CommandFailure) {
        guard options.size != nil, let other = families.first(where: { $0 != .panel }) else { return }
        throw CommandFailure(.wrongUsage, "--size is for the family panel, and \(other.rawValue) has the size of its device")
    }

    /// The content of a picture's file; for a panel with its palette.
    ///
    /// - Parameter output: The value of `-o`.
    func file(_ file: PictureFile, _ family: WidgetFamily, _ device: Device, output: String) throws -> PictureFile {
        let isStill = file.format == .png || file.format == .bmp
        if let name = options.firstSet, name != "size", !isStill {
            throw CommandFailure(.wrongUsage, "--\(name) is for a .png or .bmp, and '\(output)' is neither")
        }
        let isPanel = family == .panel
        guard isStill, isPanel || options.firstSet != nil else {
            if file.format == .bmp {
                throw CommandFailure(.wrongUsage, "'\(output)': pictures are written as .bmp in 1 bit alone: --depth 1")
            }
            return file
        }
        var result = file
        let panel = options.over(isPanel ? device.panel : nil)
        do throws(InkError) {
            let (_, depth) = try panel.colors()
            if file.format == .bmp, depth != 1 { throw .notOneBit(depth: depth) }
        } catch .noDepth(let option) {
            throw CommandFailure(.wrongUsage, "\(InkError.noDepth(option: "--\(option)").description): --depth or --palette")
        } catch {
            throw WidgetError.ink(error)
        }
        result.panel = panel
        return result
    }
}
