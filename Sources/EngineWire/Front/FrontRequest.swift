/// What a front asks the engine for: everything about the front's process that an answer may depend on.
public struct FrontRequest: Equatable, Sendable {
    /// The arguments after the command's own name: `["feed", "--format", "waybar"]`.
    public var arguments: [String]
    /// The folder that relative paths in the arguments start from.
    public var workingFolder: String
    /// The front's environment, as far as ``EnvironmentVariable/counts`` lets it through.
    public var environment: [EnvironmentVariable]
    /// Whether the front's stdin is a terminal.
    public var inputIsTerminal: Bool
    /// Whether the front's stdout is a terminal.
    public var outputIsTerminal: Bool
    /// Nil at first; the last line printed where another engine has begun to answer already.
    ///
    /// It comes without its newline, and is empty where other output but no line has been printed. What goes before the first line is
    /// not to be sent again.
    public var resume: String?

    /// A request; what is left out is empty or false.
    public init(
        arguments: [String],
        workingFolder: String = "/",
        environment: [EnvironmentVariable] = [],
        inputIsTerminal: Bool = false,
        outputIsTerminal: Bool = false,
        resume: String? = nil
    ) {
        self.arguments = arguments
        self.workingFolder = workingFolder
        self.environment = environment
        self.inputIsTerminal = inputIsTerminal
        self.outputIsTerminal = outputIsTerminal
        self.resume = resume
    }
}

extension FrontRequest {
    /// The value of a variable of the front's environment; nil where it has none, or none that counts.
    public func value(of name: String) -> String? {
        for variable in environment where variable.name == name { return variable.value }
        return nil
    }

    /// The front's environment by name.
    public var environmentByName: [String: String] {
        Dictionary(environment.map { ($0.name, $0.value) }) { first, _ in first }
    }
}

extension FrontRequest {
    private static let inputIsTerminalBit: UInt8 = 1
    private static let outputIsTerminalBit: UInt8 = 2
    private static let resumeBit: UInt8 = 4

    /// The request as the payload of a frame: protocol number, flags, working folder, arguments, environment by name, last line.
    var payload: [UInt8] {
        var writer = WireWriter()
        writer.write(SubdialVersion.protocolNumber)
        writer.write(
            (inputIsTerminal ? Self.inputIsTerminalBit : 0)
                | (outputIsTerminal ? Self.outputIsTerminalBit : 0)
                | (resume != nil ? Self.resumeBit : 0)
        )
        writer.write(workingFolder)
        writer.write(UInt32(truncatingIfNeeded: arguments.count))
        for argument in arguments { writer.write(argument) }
        writer.write(UInt32(truncatingIfNeeded: environment.count))
        for variable in environment {
            writer.write(variable.name)
            writer.write(variable.value)
        }
        if let resume { writer.write(resume) }
        return writer.bytes
    }

    init(payload: [UInt8]) throws(WireError) {
        var reader = WireReader(payload)
        let theirs = try reader.readUInt16("protocol")
        guard theirs == SubdialVersion.protocolNumber else {
            throw .wrongProtocol(theirs: theirs, ours: SubdialVersion.protocolNumber)
        }
        let flags = try reader.readUInt8("flags")
        let workingFolder = try reader.readText("working folder")
        var arguments: [String] = []
        for _ in 0..<(try reader.readCount("arguments")) {
            arguments.append(try reader.readText("arguments"))
        }
        var environment: [EnvironmentVariable] = []
        for _ in 0..<(try reader.readCount("environment")) {
            let name = try reader.readText("environment")
            environment.append(EnvironmentVariable(name: name, value: try reader.readText("environment")))
        }
        let resume = flags & Self.resumeBit != 0 ? try reader.readText("last line") : nil
        try reader.finish()
        self.init(
            arguments: arguments,
            workingFolder: workingFolder,
            environment: environment,
            inputIsTerminal: flags & Self.inputIsTerminalBit != 0,
            outputIsTerminal: flags & Self.outputIsTerminalBit != 0,
            resume: resume
        )
    }
}
