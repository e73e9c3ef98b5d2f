import FoundationEssentials
import SubdialDocuments

/// yambar's configuration: a YAML file with lists of modules.
struct YambarConfiguration {
    private static let lists = ["left", "center", "right"]

    static func read(_ files: BarFiles, named path: String?) -> BarReading? {
        guard let used = path ?? files.first(["\(files.folder)/yambar/config.yml"]), let text = files.text(of: used),
            text.contains("subdial")
        else { return nil }
        var reading = BarReading()
        do throws(YAMLError) {
            guard let root = try YAMLNode(parsing: text) else { return nil }
            for list in lists {
                guard case .sequence(let modules)? = root["bar"]?[list]?.content else { continue }
                for module in modules { add(module, used, files, &reading) }
            }
            if reading.modules.isEmpty {
                reading.faults.append("\(files.shown(used)): no module of 'left', 'center' or 'right' of the bar runs Subdial")
            }
        } catch {
            reading.faults.append(
                "\(files.shown(used)):\(error.mark.line):\(error.mark.column): \(error.reason); yambar shows no bar until this is corrected"
            )
        }
        return reading
    }

    private static func add(_ module: YAMLNode, _ file: String, _ files: BarFiles, _ reading: inout BarReading) {
        guard let script = module["script"], let path = script["path"]?.text else { return }
        let arguments: [String] =
            if case .sequence(let nodes)? = script["args"]?.content { nodes.compactMap(\.text) } else { [] }
        guard let call = FeedCall(program: path, arguments: arguments, files.environment) else { return }
        var faults = call.formatFault("yambar", because: "yambar reads another format")
        if !path.hasPrefix("/"), !path.hasPrefix("~/") {
            faults.append("yambar takes only an absolute path, not '\(path)': use /bin/sh -c")
        }
        if script["content"] == nil { faults.append("without 'content', yambar shows nothing") }
        if call.isOnce { faults.append("yambar reads the command while it runs: leave --once out") }
        let place = BarPlace(file: file, line: module.mark.line)
        reading.modules.append(BarModule(place: place, name: "script", call: call, faults: faults))
    }
}
