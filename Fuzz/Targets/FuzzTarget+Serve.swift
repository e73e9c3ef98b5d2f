// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import FoundationEssentials
    import SubdialBasics
    import SubdialDocuments
    import SubdialDrawing
    import SubdialEngine
    import SubdialExpressions
    import SubdialMQTT

    @testable import SubdialServe
    @testable import SubdialWidgets

    extension FuzzTarget {
        private static let resources = ResourceFolder(path: "Templates")
        private static let catalog = try? WidgetRenderer.catalog(resources)
        private static let inks = try? InkPalettes(resources)

        /// The path and the query of a picture's URL, up to the environment of the picture.
        static let query = FuzzTarget("query", dictionary: "query") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let path = try ServePath(parts[0])
            let items = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { item -> (name: String, value: String) in
                let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return (pair[0], pair.count > 1 ? pair[1].percentDecoded ?? pair[1] : "")
            }
            guard case .picture(let kind, let look, let format) = path, let catalog, let inks else { return }
            require(!kind.hasPrefix(".") && !kind.contains("/"), "a kind leads to another folder")
            let token = AccessToken()
            let sign = token.signature(kind: kind, file: "\(look.name).\(format.rawValue)", query: items)
            let signed = items.filter { $0.name != AccessToken.signatureName } + [(AccessToken.signatureName, sign)]
            require(
                token.signs(kind: kind, file: "\(look.name).\(format.rawValue)", query: signed.shuffled().filter { $0.name != "v" }),
                "a signature is not that of its picture")
            let query = try PictureQuery(look, items, format: format)
            let (device, _) = try query.device(catalog, inks)
            let environment = try query.environment(device, now: Date(timeIntervalSince1970: 1_767_903_304), timeZones: .init())
            if let size = environment.greatestSize {
                let pixels = size.width * size.height * environment.scale * environment.scale
                require(pixels <= Double(PictureQuery.maximumPixels), "a picture has \(pixels) pixels")
            }
        }

        /// The body of an action, and the arguments of its command.
        static let action = FuzzTarget("action", dictionary: "json") { bytes in
            let request = try ActionRequest(bytes)
            for isPlayback in [true, false] {
                _ = try? TapIntent.words(request.intent, value: request.value, isPlayback: isPlayback)
            }
            require(!TapIntent.label(request.intent).contains("\n") || request.intent.contains("\n"), "a label has lines of its own")
        }

        /// The header fields of a display, and its next wake-up.
        static let display = FuzzTarget("display", dictionary: "display") { bytes in
            var fields: [String: String] = [:]
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                fields[parts[0].lowercased()] = parts.count > 1 ? parts[1] : ""
            }
            let report = DisplayReport { fields[$0] }.over(DisplayReport { $0 == "width" ? "800" : nil })
            if let charge = report.charge { require((0...100).contains(charge), "a battery has \(charge) %") }
            require((report.width ?? 1) > 0 && (report.height ?? 1) > 0, "a display has no pixels")
            var record = DisplayRecord(id: "A")
            record.report = report
            record.seen = Int(fields["seen"] ?? "") ?? 0
            let moment = Double(fields["now"] ?? "") ?? 1_767_903_304
            let name = record.fileName(of: fields["screen"] ?? "", tag: fields["tag"] ?? "", at: Date(timeIntervalSince1970: moment))
            require(name.hasPrefix("subdial"), "a file has another name")
            let wakes = (fields["wakes"] ?? "").split(separator: ",").compactMap { Double($0) }.map { Date(timeIntervalSince1970: $0) }
            var rules = RefreshRules()
            rules.quiet = [QuietHours(start: 1380, end: 390), QuietHours(days: [0, 6], start: 0, end: 540)]
            let next = fields["next"].flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0) }
            let now = Date(timeIntervalSince1970: min(max(moment.isNaN ? 0 : moment, -1e10), 1e11))
            let sleep = rules.seconds(at: now, nextChange: next, wakes: wakes, in: TimeZones())
            require((rules.least...86_400).contains(sleep), "a display sleeps for \(sleep) s")
        }

        /// The file of displays: a decoded record must be encoded and decoded without a change.
        static let displays = FuzzTarget("displays", dictionary: "json") { bytes in
            let records = try DisplayStore.displays(in: bytes)
            for record in records {
                guard let data = try? JSONEncoder().encode(record) else { continue }
                require(try JSONDecoder().decode(DisplayRecord.self, from: data) == record, "a display is written as another one")
            }
        }

        /// A command for a device, and a topic with a filter.
        static let command = FuzzTarget("command", dictionary: "command") { bytes in
            let texts = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if texts.count >= 2, (try? MQTTTopic.check(filter: texts[0])) != nil, (try? MQTTTopic.check(texts[1])) != nil {
                let parts = MQTTTopic.wildcards(texts[0], texts[1])
                require(
                    parts.map { $0.count == texts[0].split(separator: "/").count { $0 == "+" || $0 == "#" } } ?? true,
                    "a filter has other wildcards than its topic has parts")
                require(
                    MQTTTopic.matches(texts[0], texts[0]) || texts[0].contains("#") || texts[0].hasPrefix("+"),
                    "a filter lets itself not through")
            }
            let command = try MQTTCommand(bytes)
            require(!command.action.isEmpty && command.action.utf8.count <= MQTTCommand.maximumBytes, "a command has no action")
            let written = Array(command.json.text().utf8)
            if written.count <= MQTTCommand.maximumBytes {
                let again = try MQTTCommand(written)
                require(again.action == command.action && again.id == command.id, "a command is written as another one")
            }
            var filter = MQTTCommandFilter()
            let now = Date(timeIntervalSince1970: 1_767_903_304)
            let verdict = filter.judge(command, now: now)
            if command.id != nil, verdict == .accepted { require(filter.judge(command, now: now) == .duplicate, "a command is done twice") }
        }

        /// A palette file.
        static let palettes = FuzzTarget("palettes", seeds: ["Templates/palettes.yaml"], dictionary: "palettes") { bytes in
            for palette in try InkPalettes.palettes(String(decoding: bytes, as: UTF8.self), file: "palettes.yaml") {
                require(!palette.name.isEmpty || palette.wire.count >= 2, "a palette has fewer than two colours")
            }
        }
    }
#endif
