import Glibc
import SubdialEngineWire

switch FrontRoute(ProcessSetup.arguments) {
case .version:
    exit(StandardOutput.write(Array("\(SubdialVersion.line)\n".utf8)) == .written ? ExitCode.done : ExitCode.cannotWrite)
case .handOver:
    exit(EngineBinary.replaceProcess())
case .attach(let command):
    exit(attach(command))
}

private func attach(_ command: AttachedCommand) -> Int32 {
    do {
        ProcessSetup.fillStandardDescriptors()
        ProcessSetup.settleSignals()
        let place = try SocketPlace.of(user: geteuid(), variable: ProcessSetup.variable)
        var front = Front(command: command, launcher: EngineLauncher(place: place), request: .ofThisProcess)
        return front.run()
    } catch {
        Message.print("\(error)")
        return ExitCode.unavailable
    }
}
