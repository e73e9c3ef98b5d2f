import ArgumentParser
import SubdialBasics

/// The texts, the arguments and the action of a command in a group.
///
/// ``VerbCommand`` adds what the commands of all groups share.
protocol CommandVerb: ParsableArguments {
    /// The options that the commands of the group share.
    associatedtype Options: ParsableArguments = NoOptions

    static var description: VerbDescription { get }

    /// Runs the command.
    ///
    /// - Throws: Any stage's error; ``CommandFailure`` maps each to an exit code.
    func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus
}

extension CommandVerb {
    /// The command, for the list of its group.
    static var command: any ParsableCommand.Type { VerbCommand<Self>.self }
}

/// The texts of a verb in help, manual pages and completions.
struct VerbDescription: Sendable {
    fileprivate let configuration: CommandConfiguration
    fileprivate let manual: CommandManual

    /// - Parameters:
    ///   - name: The verb.
    ///   - abstract: One sentence.
    ///   - page: The name of a page in `Documentation`, without the extension.
    ///   - examples: Command lines with their purposes, one to four.
    init(
        _ name: String, _ abstract: String, discussion: String = "", usage: String? = nil, aliases: [String] = [], page: String,
        examples: KeyValuePairs<String, String>
    ) {
        configuration = CommandConfiguration(
            commandName: name, abstract: abstract, usage: usage, discussion: discussion, aliases: aliases)
        manual = CommandManual(page, examples)
    }
}

/// A command of a group, such as `subdial match goal`: a verb with the options of its group.
struct VerbCommand<Verb: CommandVerb>: SubdialAction {
    static var configuration: CommandConfiguration { Verb.description.configuration }
    static var manual: CommandManual { Verb.description.manual }

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: Verb.Options
    @OptionGroup var verb: Verb

    func run(in context: CommandContext) async throws -> ExitStatus { try await verb.run(self, in: context) }
}

/// The options of a group that has none of its own.
struct NoOptions: ParsableArguments {}
