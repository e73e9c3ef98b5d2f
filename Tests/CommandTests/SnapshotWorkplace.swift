// A release contains neither the testing library nor access to the modules' internals.
#if DEBUG
    import Foundation
    import SubdialDocuments
    import SubdialTestSupport
    import Testing

    @testable import SubdialProcessSupport

    /// A folder with templates, entries and a suite of eight snapshots, in which the real command runs.
    struct SnapshotWorkplace {
        let sandbox: Sandbox

        /// Creates the folder.
        init() throws {
            sandbox = try Sandbox()
            for text in ["systemSmall", "accessoryCircular"] {
                let template = Self.template.replacingOccurrences(of: "FONT", with: "headline")
                try template.write(toFile: sandbox.path("\(text).yaml"), atomically: true, encoding: .utf8)
            }
            try FileManager.default.createDirectory(atPath: sandbox.path("entries"), withIntermediateDirectories: true)
            for (name, title) in [("one", "So What"), ("two", "Blue in Green")] {
                let entry = #"{"date":"2026-01-08T20:15:04Z","status":"playing","track":{"title":"\#(title)","artist":"Miles Davis"}}"#
                try entry.write(toFile: sandbox.path("entries/\(name).json"), atomically: true, encoding: .utf8)
            }
            #expect(try sandbox.run("snapshot", "init").status == 0)
        }

        static let template = """
            background: "#203040"
            body:
              VStack:
                - { Text: "{{ title }}", font: FONT, foreground: "#FFFFFF", id: title }
                - { Text: "{{ artist }}", font: caption, foreground: "#FFFFFF", id: artist }

            """

        func change() throws {
            let text = Self.template.replacingOccurrences(of: "FONT", with: "title")
            try text.write(toFile: sandbox.path("systemSmall.yaml"), atomically: true, encoding: .utf8)
        }

        /// The files of the references, with attributes that identify a rewritten file.
        func references() throws -> [String: String] {
            var files: [String: String] = [:]
            let root = sandbox.path("References")
            for case let file as String in FileManager.default.enumerator(atPath: root) ?? .init() {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(file)")
                guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
                files[file] = "\(attributes[.systemFileNumber] ?? 0) \(attributes[.modificationDate] ?? 0)"
            }
            return files
        }

        func report(_ folder: String = "snapshot-report") throws -> JSONValue {
            try JSONValue(parsing: try String(contentsOfFile: sandbox.path("\(folder)/report.json"), encoding: .utf8))
        }

        func statuses(_ folder: String = "snapshot-report") throws -> [String: Int] {
            let cases = try #require(try report(folder)["cases"]?.elements)
            return Dictionary(cases.map { ($0["status"]?.string ?? "", 1) }, uniquingKeysWith: +)
        }

        func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Sandbox.Outcome {
            try sandbox.run(["snapshot"] + arguments, environment: environment)
        }

        func write(_ text: String, to file: String) throws {
            try text.write(toFile: sandbox.path(file), atomically: true, encoding: .utf8)
        }

        func text(_ file: String) throws -> String { try String(contentsOfFile: sandbox.path(file), encoding: .utf8) }
    }
#endif
