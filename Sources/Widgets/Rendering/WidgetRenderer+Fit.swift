import FoundationEssentials
import Layout
import Templates
import Timeline

extension WidgetRenderer {
    /// Which texts and symbols of a family's template are cut, on all devices that have the family, at their own type size and the largest.
    ///
    /// - Parameters:
    ///   - path: The template's file, named `FAMILY.yaml`, `FAMILY@watch.yaml` or `FAMILY@smartStack.yaml`; of another one nothing is told.
    ///   - name: What the warnings call the file.
    ///   - entry: The entry that is laid out.
    /// - Returns: A warning for each node, in the order of the file.
    /// - Throws: What keeps the template from being laid out.
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

/// A text or symbol that some devices cut.
private struct Found {
    let overflow: Overflow
    /// The first of the devices, and the size of its text.
    let device: String
    let typeSize: TypeSize
    /// How many devices cut it.
    var count = 1

    func message(devices: Int) -> String {
        "\(overflow.title) is cut in \(count) of the \(devices) sizes that devices have, on \(device) at \(typeSize.rawValue) for one: \(overflow.extent); "
            + Overflow.advice
    }
}

/// What the name of a family's template tells.
private struct FamilyFile {
    let family: WidgetFamily
    let placement: WidgetPlacement
    private let isWatchOnly: Bool
    /// True where watches have a template of their own beside it.
    private let isNotForWatches: Bool
    /// The form of the panels that it is for; nil for those of any form that `otherForms` has not.
    private let form: PanelForm?
    /// The forms of panels that have a template of their own beside it.
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

    /// The devices that have the family, one of each size, the smallest first.
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
