import ArgumentParser
import FoundationEssentials
import SubdialEngine
import SubdialSystem

/// `subdial kind new`: creates a kind from a starter.
struct KindNewCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a kind: a folder with a commented kind.yaml and two templates.",
        discussion: "Without FOLDER, the command creates it in the templates folder of the user, where every command finds it.")

    static let manual = CommandManual(
        "your-own-data",
        [
            "subdial kind new garden": "Create a kind in the configuration folder",
            "subdial kind new garden .": "Create it in the current folder",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Argument(help: ArgumentHelp("The name of the kind: lowercase letters, digits and hyphens.", valueName: "NAME"))
    var name: String

    @Argument(help: ArgumentHelp("The parent folder of the kind's folder.", valueName: "FOLDER"), completion: .directory)
    var folder: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }) else {
            throw CommandFailure(.wrongUsage, "a kind's name has small letters, digits and hyphens, not '\(name)'")
        }
        let configuration = try global.configuration(in: context)
        let resources = try Resources.folder(configuration)
        if let (file, _) = resources.text("\(name)/kind.yaml") {
            throw CommandFailure(.cannotWrite, "there is a kind '\(name)' already: \(file)")
        }
        let parent =
            folder.map(context.path) ?? configuration.templates
            ?? UserFolders(environment: context.environment).configuration + "/templates"
        let path = "\(parent)/\(name)"
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(.cannotWrite, "\(path) is there already, and stays as it is; name another")
        }
        for (file, text) in KindStarter.files(name: name) { try AtomicFile.write(Array(text.utf8), to: "\(path)/\(file)") }
        await context.print(path)
        return .done
    }
}

/// The starter files of a kind.
private enum KindStarter {
    static func files(name: String) -> [(String, String)] {
        [("kind.yaml", kind(name)), ("systemSmall.yaml", small), ("accessoryCircular.yaml", circular)]
    }

    private static func kind(_ name: String) -> String {
        """
        # A kind: where the data come from, and what an entry consists of.
        name: \(name.prefix(1).uppercased() + name.dropFirst())
        description: One sentence about it.

        # What a user may set, under 'with' in config.yaml; expressions have the values by these names.
        parameters:
          goal: 100

        # One of url, command (a list: the program and its arguments), file, stdin or static.
        source:
          static: { steps: 42, label: steps today }

        # Each field has a sample: for the gallery, for checks, and for its type. Without 'from' it is the document's key of that name.
        fields:
          steps: { type: number, from: "{{ data.steps }}", sample: 42 }
          label: { type: text, optional: true, sample: steps today }
          part: { type: ratio, from: "{{ clamp(steps / goal, 0, 1) }}", sample: 0.42 }

        # How often the source is asked, and when its data count as old.
        refresh: { every: 15m, stale: 1h }

        # What a bar shows.
        feed: { text: "{{ steps }} {{ label }}", percentage: "{{ percent(part) }}", class: "{{ part >= 1 ? 'done' : 'open' }}" }

        """
    }

    private static let small = """
        background: background
        body:
          alignment: leading
          VStack:
            - Text: "{{ label ?? 'no data' }}"
              font: caption
              foreground: secondary
              lineLimit: 2
            - Spacer
            - Text: "{{ steps ?? '–' }}"
              font: largeTitle
              minimumScaleFactor: 0.5
            - Progress: "{{ part ?? 0 }}"
              lineWidth: 6
            - if: stale || offline
              Text: "{{ age }}"
              font: caption2
              foreground: secondary

        """

    private static let circular = """
        body:
          Gauge: "{{ part ?? 0 }}"
          style: accessoryCircularCapacity
          value: "{{ steps ?? '–' }}"

        """
}
