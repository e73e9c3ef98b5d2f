/// The request of a front: everything about the front's process on which an answer may depend.
package struct FrontRequest: Equatable, Sendable {
    /// The arguments after the command's own name: `["feed", "--format", "waybar"]`.
    package var arguments: [String]
    /// The folder to which relative paths in the arguments refer.
    package var workingFolder: String
    /// The front's environment, filtered by ``EnvironmentVariable/counts``.
    private var environment: [EnvironmentVariable]
    /// True if the front's stdin is a terminal.
    private var inputIsTerminal: Bool
    /// True if the front's stdout is a terminal.
    package var outputIsTerminal: Bool
    /// Nil in the first request; afterwards the last line that the front printed from an earlier engine.
    ///
    /// It has no newline, and is empty if other output but no line was printed. The engine does not send again what precedes the first
    /// line.
    package var resume: String?

    /// Makes a request; omitted values are empty or false.
    package init(
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
    /// The value of a variable of the front's environment; nil if it is not set or was filtered out.
    package func value(of name: String) -> String? {
        for variable in environment where variable.name == name { return variable.value }
        return nil
    }

    /// The front's environment by name.
    package var environmentByName: [String: String] {
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

/// A variable of a front's environment.
package struct EnvironmentVariable: Equatable, Sendable {
    /// The name, before the first `=`.
    fileprivate var name: String
    /// The value, which may be empty.
    package var value: String

    /// Makes a variable from its parts.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Parses the form `NAME=value`; nil for any other form.
    package init?(_ assignment: String) {
        guard let equals = assignment.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        name = String(assignment[..<equals])
        value = String(assignment[assignment.utf8.index(after: equals)...])
    }

    /// True if an answer may depend on the variable; other variables are not sent to the engine.
    package var counts: Bool {
        switch name {
        case "COLUMNS", "DBUS_SESSION_BUS_ADDRESS", "HOME", "LANG", "MPD_HOST", "MPD_PORT", "MPD_TIMEOUT", "NO_COLOR", "PATH", "TERM", "TZ",
            "WAYBAR_OUTPUT_NAME":
            true
        default: name.hasPrefix("SUBDIAL_") || name.hasPrefix("XDG_") || name.hasPrefix("LC_") || name.hasPrefix("BLOCK_")
        }
    }
}
