import SubdialDocuments
import SubdialFeeds
import SubdialKinds

extension FeedSettings {
    private static let keys = ["text", "tooltip", "texts", "alt", "width", "marquee", "progressClass", "hideAfter", "icons", "clicks"]

    /// Parses a value such as `{ text: '{{ title }}', width: 50, texts: { paused: '' }, clicks: { right: next } }`.
    init(_ node: SettingsNode) {
        var settings = Self()
        node.forEach(of: Self.keys, like: "width: 50") { (member) throws(SettingsProblem) in
            let value = member.value
            switch member.name {
            case "text": settings.text = try value.template()
            case "tooltip": settings.tooltip = try value.template()
            case "alt": settings.alt = try value.template()
            case "texts":
                let states = FeedState.allCases.map(\.rawValue)
                value.forEach(of: states, like: "paused: '⏸ {{ title }}'") { (state) throws(SettingsProblem) in
                    settings.texts[state.name] = try state.value.template()
                }
            case "width":
                guard let number = Int(try value.text()), (1...FeedOptions.maximumWidth).contains(number) else {
                    throw value.error("\(value.name) takes 1 to \(FeedOptions.maximumWidth) columns")
                }
                settings.width = number
            case "marquee": settings.marquee = try value.flag()
            case "progressClass": settings.progressClass = try value.flag()
            case "hideAfter":
                let text = try value.text()
                guard let seconds = TimeLength.patience(text) else {
                    throw value.error("\(value.name) takes \(TimeLength.forms), or none, not '\(text)'")
                }
                settings.hideAfter = seconds
            case "icons":
                for icon in try value.anyMembers(like: "roon: ♪") { settings.icons[icon.name] = try icon.value.text() }
            default:
                let buttons = ClickButton.allCases.map(\.rawValue)
                value.forEach(of: buttons, like: "right: next") { (click) throws(SettingsProblem) in
                    guard let button = ClickButton(rawValue: click.name) else { return }
                    let words = try click.value.textOrNothing()
                    do {
                        if !words.isEmpty { _ = try ControlRequest(words: words) }
                    } catch {
                        throw click.value.error("\(click.value.name): \(error)")
                    }
                    settings.clicks[button] = words
                }
            }
        }
        self = settings
    }
}

extension ArtSettings {
    /// Parses a value such as `{ path: ~/.cache/cover.png, size: 512, placeholder: transparent, command: pkill -RTMIN+4 waybar }`.
    init(_ node: SettingsNode) {
        var settings = Self()
        let keys = ["path", "size", "placeholder", "command"]
        node.forEach(of: keys, like: "path: ~/.cache/cover.png") { (member) throws(SettingsProblem) in
            let value = member.value
            switch member.name {
            case "path": settings.path = try value.text()
            case "size":
                guard let number = Int(try value.text()), Self.sides.contains(number) else {
                    throw value.error("\(value.name) takes \(Self.sides.lowerBound) to \(Self.sides.upperBound) pixels")
                }
                settings.side = number
            case "placeholder": settings.placeholder = Placeholder(word: try value.text())
            default: settings.command = try value.text()
            }
        }
        self = settings
    }
}

extension ArtSettings.Placeholder {
    /// Parses `none`, `transparent`, or the path of a file.
    package init(word: String) {
        switch word {
        case "none": self = .none
        case "transparent": self = .transparent
        default: self = .file(word)
        }
    }
}
