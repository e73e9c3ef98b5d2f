import HTTP

/// Why a VLC was not talked to with success.
enum VLCError: Error, Hashable, Sendable {
    /// No answer came that can be used.
    case http(HTTPError)
    /// The password is missing, or not the right one.
    case login
    /// An answer with a status that is not one of success.
    case status(Int)
    /// An answer that is not what VLC says.
    case malformed(String)
    /// What was asked cannot be done with what VLC plays now; nothing was sent.
    case refused(String)
}
