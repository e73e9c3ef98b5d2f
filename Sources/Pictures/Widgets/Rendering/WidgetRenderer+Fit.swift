import FoundationEssentials
import SubdialLayout
import SubdialTemplates
import SubdialTimeline

extension WidgetRenderer {
    /// Finds the cut texts and symbols of a template on one device of each size, at its default type size and at the largest.
    ///
    /// - Parameters:
    ///   - path: The template file, named `FAMILY.yaml`, `FAMILY@watch.yaml` or `FAMILY@smartStack.yaml`; other names return no warnings.
    ///   - name: The name of the file in warnings.
    ///   - entry: The entry to lay out.
    /// - Returns: A warning for each node, in file order.
    /// - Throws: An error if the template cannot be laid out.
    public func overflows(ofTemplate path: String, as name: String, showing entry: Entry) throws(WidgetError) -> [TemplateProblem] {
        guard let file = FamilyFile(path) else { return [] }
        let template = try templates.template(file: path, entry.schema)
        let devices = file.devices(of: catalog)
        var found: [Found] = []
        for device in devices {
            var paths: Set<String> = []
            for typeSize in [device.typeSize, .accessibility5] {
                var environment = WidgetEnvironment(family: file.family, device: device, typeSize: typeSize, now: entry.date)
                environment.placement = file.placement
                let widget = try layOut(entry, template: .file(path), in: environment)
                for overflow in widget.layout.overflow(in: widget.canvas) where paths.insert(overflow.path).inserted {
                    if let index = found.firstIndex(where: { $0.overflow.path == overflow.path }) {
                        found[index].count += 1
                    } else {
                        found.append(Found(overflow: overflow, device: device.id, typeSize: environment.effectiveTypeSize))
                    }
                }
            }
        }
        return found.map { found in
            TemplateProblem(
                file: name, position: template.position(of: found.overflow.path), path: found.overflow.path,
                message: found.message(devices: devices.count), severity: .warning)
        }.sorted { $0.position < $1.position }
    }
}

/// A text or symbol that is cut on some devices.
private struct Found {
    let overflow: Overflow
    /// The first of the devices, and its type size.
    let device: String
    let typeSize: TypeSize
    /// The number of devices that cut it.
    var count = 1

    func message(devices: Int) -> String {
        "\(overflow.title) is cut in \(count) of the \(devices) sizes that devices have, on \(device) at \(typeSize.rawValue) for one: \(overflow.extent); "
            + Overflow.advice
    }
}

/// The properties encoded in the file name of a template.
private struct FamilyFile {
    let family: WidgetFamily
    let placement: WidgetPlacement
    private let isWatchOnly: Bool
    /// True if the folder has a separate template for watches.
    private let isNotForWatches: Bool
    /// The form of the matching panels; nil for all forms outside `otherForms`.
    private let form: PanelForm?
    /// The forms of panels that have a separate template in the folder.
    private let otherForms: Set<PanelForm>

    init?(_ path: String) {
        let parts = ((path.split(separator: "/").last ?? "").split(separator: ".").first ?? "").split(separator: "@", maxSplits: 1)
        guard let family = WidgetFamily(rawValue: WidgetFamily.name(ofFile: path)) else { return nil }
        self.family = family
        placement = parts.count > 1 && parts[1] == "smartStack" ? .smartStack : .standard
        let folder = URL(filePath: path).deletingLastPathComponent()
        isNotForWatches =
            parts.count == 1 && FileManager.default.fileExists(atPath: folder.appending(path: "\(family.rawValue)@watch.yaml").path)
        form = parts.count > 1 ? PanelForm(rawValue: String(parts[1])) : nil
        otherForms =
            parts.count > 1
            ? []
            : Set(
                PanelForm.allCases.filter {
                    FileManager.default.fileExists(atPath: folder.appending(path: "\(family.rawValue)@\($0.rawValue).yaml").path)
                })
        isWatchOnly = parts.count > 1 && (parts[1] == "watch" || parts[1] == "smartStack")
    }

    /// The devices with the family, one of each size, smallest first.
    func devices(of catalog: DeviceCatalog) -> [Device] {
        var known: Set<[Double]> = []
        func area(_ device: Device) -> Double { device.places[family].map { $0.canvas.width * $0.canvas.height } ?? 0 }
        return catalog.devices.filter { device in
            guard let size = device.places[family]?.canvas, device.isWatch ? !isNotForWatches : !isWatchOnly else { return false }
            if family == .panel {
                let own = PanelForm(size)
                guard form == nil ? own.map({ !otherForms.contains($0) }) ?? true : own == form else { return false }
            }
            return known.insert([size.width, size.height, device.isWatch ? 1 : 0]).inserted
        }.sorted { area($0) < area($1) }
    }
}
