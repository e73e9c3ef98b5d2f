import Glibc
import SubdialFuzzing

/// The target of `--target=NAME`.
private let target: FuzzTarget? = {
    let name = CommandLine.arguments.compactMap { $0.hasPrefix("--target=") ? $0.dropFirst(9) : nil }.last
    return FuzzTarget.all.first { $0.name == name ?? "" }
}()

/// libFuzzer calls this function once, at the start.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    if CommandLine.arguments.contains("--list") {
        for target in FuzzTarget.all { print(([target.name, target.dictionary ?? "-"] + target.seeds).joined(separator: " ")) }
        exit(0)
    }
    if target == nil {
        print("say which target, as --target=NAME; there are \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
        exit(64)
    }
    return 0
}

/// libFuzzer calls this function with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
