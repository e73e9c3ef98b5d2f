import SubdialHTTP

/// The reason why a conversation with VLC failed.
enum VLCError: Error, Hashable, Sendable {
    /// The HTTP request failed.
    case http(HTTPError)
    /// The password is missing or wrong.
    case login
    /// A response with a status other than success.
    case status(Int)
    /// A response that VLC would not send.
    case malformed(String)
    /// The control is not possible in VLC's current state; nothing was sent.
    case refused(String)
    /// VLC has another volume than the one from which the change was calculated; nothing was sent.
    case overtaken
}
