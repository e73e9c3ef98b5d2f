/// Returns when the task is cancelled: the work of a fake that never ends by itself.
public func untilCancelled() async {
    let (endless, continuation) = AsyncStream.makeStream(of: Void.self)
    for await _ in endless {}
    withExtendedLifetime(continuation) {}
}
