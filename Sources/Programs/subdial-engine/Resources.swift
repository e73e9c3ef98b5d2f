import ArgumentParser
import FoundationEssentials
import Logging
import SubdialEngine
import SubdialKinds
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// Locates the folder of templates, devices and themes.
enum Resources {
    static func folder(_ configuration: Configuration) throws(WidgetError) -> ResourceFolder {
        try ResourceFolder.find(executable: CommandContext.executable, userPath: configuration.templates)
    }

    /// Loads Subdial's devices and fonts in the background; they are not used if the configuration has others.
    static func prepare() {
        guard let folder = try? ResourceFolder.find(executable: CommandContext.executable, userPath: nil) else { return }
        WidgetRenderer.prepare(folder)
    }
}
