import SubdialDocuments

extension ConsoleState {
    /// The settings as a `MixingConsoleState` without levels, to store when the console disconnects.
    package var json: JSONValue {
        func settings(_ channel: ConsoleChannel) -> [JSONMember] {
            ConsoleField.allCases.map { field in
                let value = channel[field].value
                return JSONMember(field.wireName(isMaster: false), field.isSwitch ? .bool(value != 0) : .double(value))
            }
        }
        let rows = (channels + [master]).map { channel in
            JSONValue.object(
                [
                    JSONMember("id", .string(channel.id)), JSONMember("name", .string(channel.name)),
                    JSONMember("type", .string(channel.type)),
                ]
                    + settings(channel))
        }
        return ["message_type": "MixingConsoleState", "selectedChannel": .string(selected), "channels": .array(rows)]
    }
}
