/// The text of a starter suite.
enum SnapshotStarter {
    static func text(templates: [String], entries: [String]) -> String {
        func list(_ files: [String]) -> String { files.map { "  - \($0)\n" }.joined() }
        return """
            # Snapshots of these widgets. 'subdial snapshot record' draws them, 'subdial snapshot check' compares them with what was drawn.
            name: Widgets

            # Where the references are, beside this file.
            references: References

            templates:
            \(list(templates))
            # Each entry is drawn with each template.
            entries:
            \(entries.isEmpty ? "  []  # such as entries/playing.json; Documentation tells what stands in one\n" : list(entries))
            # Every combination of these is drawn. More keys: families, typeSizes, languages, tints, backdrops, panels, moments, ….
            matrix:
              appearances: [dark, light]
              modes: [fullColor]
              themes: [default]
              # devices: [iphone-15, ipad-pro-11]

            # How much may differ; nothing where nothing is said. More keys: exact, includeAA, maxDifferentRatio.
            compare:
              threshold: 0.1
              maxDifferentPixels: 0
              # window: { size: 20, limit: 4 }

            # Cases of their own, with other entries, looks or limits, and parts that are not compared:
            # cases:
            #   - id: hero
            #     template: systemMedium.yaml
            #     entries: [entries/playing.json]
            #     masks: [{ node: progress }, { x: 0, y: 0, width: 20, height: 20 }]
            #   - id: bar
            #     entries: [entries/playing.json]
            #     bars: [waybar, tmux]

            """
    }
}
