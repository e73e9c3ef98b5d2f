import SubdialDocuments

/// The JSON responses for the displays' firmware: compact, with numeric values, and without escaped slashes.
enum DisplayAnswer {
    /// The response to `/api/display`.
    ///
    /// Its status is always 0: with other values the firmware shows its own error, polls without end, or resets its settings.
    static func display(picture: String, file: String, sleep: Int) -> JSONValue {
        .object([
            JSONMember("status", .integer(0)), JSONMember("image_url", .string(picture)), JSONMember("filename", .string(file)),
            JSONMember("refresh_rate", .integer(Int64(max(1, sleep)))), JSONMember("image_url_timeout", .integer(0)),
            JSONMember("update_firmware", .bool(false)), JSONMember("firmware_url", .string("")),
            JSONMember("reset_firmware", .bool(false)),
            JSONMember("special_function", .string("none")), JSONMember("maximum_compatibility", .bool(false)),
        ])
    }

    /// The response to `/api/setup`.
    static func setup(_ record: DisplayRecord, picture: String, message: String) -> JSONValue {
        .object([
            JSONMember("status", .integer(200)), JSONMember("api_key", .string(record.key)),
            JSONMember("friendly_id", .string(record.friendlyID)), JSONMember("image_url", .string(picture)),
            JSONMember("message", .string(message)),
        ])
    }

    /// The response to a display that sends neither a known id nor a known key, with the HTTP status 404.
    static func unknown(_ message: String) -> JSONValue {
        .object([JSONMember("status", .integer(404)), JSONMember("message", .string(message))])
    }
}
