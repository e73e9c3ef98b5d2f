import SubdialEngineWire

/// A command that the engine handles: sends the request, shows the answer, and reconnects to another engine after one is lost.
struct Front {
    private let command: AttachedCommand
    private let launcher: EngineLauncher
    private var request: FrontRequest
    private var screen: Screen

    init(command: AttachedCommand, launcher: EngineLauncher, request: FrontRequest) {
        self.command = command
        self.launcher = launcher
        self.request = request
        screen = Screen(ignoresMissingReader: !command.needsReader)
    }

    /// Runs the command and returns its exit code.
    mutating func run() -> Int32 {
        command.isEndless ? follow() : ask()
    }

    /// Requests at most twice; a second time only if nothing of the first answer has been printed.
    private mutating func ask() -> Int32 {
        for _ in 1...2 where !screen.isUsed {
            switch attend() {
            case .over(let code): return code
            case .lost: continue
            case .failed(let reason, _):
                Message.print(reason)
                return ExitCode.unavailable
            }
        }
        Message.print("the engine ended before it had answered; \(EngineLog.path ?? "its log") may tell why")
        return ExitCode.unavailable
    }

    /// Reconnects to engine after engine, until the output has no reader or the engine ends the command.
    private mutating func follow() -> Int32 {
        var delay = RestartDelay()
        var told: String?
        var hasBegun = false
        while true {
            let began = Moment.now
            switch attend() {
            case .over(let code):
                return code
            case .lost:
                told = nil
            case .failed(let reason, isFinal: true) where !hasBegun:
                Message.print(reason)
                return ExitCode.unavailable
            case .failed(let reason, _):
                // A repeated reason is printed once, because the output may go to a log for days.
                if told != reason { Message.print(reason) }
                told = reason
            }
            hasBegun = true
            if StandardOutput.losesReader(within: delay.delay(afterLasting: Moment.now - began)) { return ExitCode.done }
            OwnProgram.giveWayToSuccessor()
            request.resume = screen.resume
        }
    }

    private enum Ending {
        /// The command has ended, with this exit code.
        case over(Int32)
        /// The connection was lost before the engine reported the end of the command.
        case lost
        /// There is no engine, or none responds; `isFinal` if a retry cannot help.
        case failed(String, isFinal: Bool)
    }

    /// Handles one connection to an engine.
    private mutating func attend() -> Ending {
        let bytes: [UInt8]
        do {
            bytes = try WireFrame.request(request).encoded()
        } catch {
            Message.print("\(error)")
            return .over(ExitCode.usage)
        }
        do {
            var attachment = Attachment(socket: try launcher.connect(), at: launcher.place, command: command, request: bytes)
            switch attachment.run(on: &screen) {
            case .over(let code): return .over(code)
            case .lost: return .lost
            case .refused(let reason): return .failed(reason, isFinal: false)
            case .silent(let engine): return .failed("\(engine)", isFinal: false)
            }
        } catch {
            return .failed("\(error)", isFinal: error.isFinal)
        }
    }
}
