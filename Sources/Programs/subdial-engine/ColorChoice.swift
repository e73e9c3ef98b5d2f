import ArgumentParser

/// The choice of coloured output.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// The choice in arguments that are not parsed, such as those of a request for help.
    init(in arguments: [String]) {
        let words = zip(arguments, arguments.dropFirst() + [""]).compactMap { word, next in
            word == "--color" ? next : word.hasPrefix("--color=") ? String(word.dropFirst("--color=".count)) : nil
        }
        self = words.last.flatMap(Self.init(rawValue:)) ?? .auto
    }
}
