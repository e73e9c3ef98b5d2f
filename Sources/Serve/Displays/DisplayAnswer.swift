import JSON

/// The answers that firmwares read: compact, with numbers as numbers, and no slash escaped.
enum DisplayAnswer {
    /// The answer to `/api/display`.
    ///
    /// Its status is always 0: with others a firmware shows its own error, polls without end, or forgets its settings.
    static func display(picture: String, file: String, sleep: Int) -> JSONValue {
        .object([
            JSONMember("status", .integer(0)), JSONMember("image_url", .string(picture)), JSONMember("filename", .string(file)),
            JSONMember("refresh_rate", .integer(Int64(max(1, sleep)))), JSONMember("image_url_timeout", .integer(0)),
            JSONMember("update_firmware", .bool(false)), JSONMember("firmware_url", .string("")),
            JSONMember("reset_firmware", .bool(false)),
            JSONMember("special_function", .string("none")), JSONMember("maximum_compatibility", .bool(false)),
        ])
    }

    /// The answer to `/api/setup`.
    static func setup(_ record: DisplayRecord, picture: String, message: String) -> JSONValue {
        .object([
            JSONMember("status", .integer(200)), JSONMember("api_key", .string(record.key)),
            JSONMember("friendly_id", .string(record.friendlyID)), JSONMember("image_url", .string(picture)),
            JSONMember("message", .string(message)),
        ])
    }

    /// The answer to a display that tells neither an id nor a key that is known, with the HTTP status 404.
    static func unknown(_ message: String) -> JSONValue {
        .object([JSONMember("status", .integer(404)), JSONMember("message", .string(message))])
    }
}
