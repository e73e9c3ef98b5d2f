import Feeds

extension FeedSettings {
    private static let keys = ["text", "tooltip", "texts", "width", "marquee", "progressClass", "icons", "clicks"]

    /// Reads `{ text: '{{ title }}', width: 50, texts: { paused: '' }, clicks: { right: next } }` and the like.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        self.init()
        for member in try node.members(of: Self.keys, like: "width: 50") {
            let value = member.value
            switch member.name {
            case "text": text = try value.template()
            case "tooltip": tooltip = try value.template()
            case "texts":
                for state in try value.members(of: FeedState.allCases.map(\.rawValue), like: "paused: '⏸ {{ title }}'") {
                    texts[state.name] = try state.value.template()
                }
            case "width":
                guard let number = Int(try value.text()), (1...FeedOptions.maximumWidth).contains(number) else {
                    throw value.error("\(value.name) takes 1 to \(FeedOptions.maximumWidth) columns")
                }
                width = number
            case "marquee": marquee = try value.flag()
            case "progressClass": progressClass = try value.flag()
            case "icons":
                for icon in try value.anyMembers(like: "roon: ♪") { icons[icon.name] = try icon.value.text() }
            default:
                for click in try value.members(of: ClickButton.allCases.map(\.rawValue), like: "right: next") {
                    guard let button = ClickButton(rawValue: click.name) else { continue }
                    let words = try click.value.textOrNothing()
                    do {
                        if !words.isEmpty { _ = try ControlRequest(words: words) }
                    } catch {
                        throw click.value.error("\(click.value.name): \(error)")
                    }
                    clicks[button] = words
                }
            }
        }
    }
}

extension ArtSettings {
    /// Reads `{ path: ~/.cache/cover.png, size: 512, placeholder: transparent, command: pkill -RTMIN+4 waybar }` and the like.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        self.init()
        for member in try node.members(of: ["path", "size", "placeholder", "command"], like: "path: ~/.cache/cover.png") {
            let value = member.value
            switch member.name {
            case "path": path = try value.text()
            case "size":
                guard let number = Int(try value.text()), Self.sides.contains(number) else {
                    throw value.error("\(value.name) takes \(Self.sides.lowerBound) to \(Self.sides.upperBound) pixels")
                }
                side = number
            case "placeholder": placeholder = Placeholder(word: try value.text())
            default: command = try value.text()
            }
        }
    }
}

extension ArtSettings.Placeholder {
    /// `none`, `transparent`, or a file.
    public init(word: String) {
        switch word {
        case "none": self = .none
        case "transparent": self = .transparent
        default: self = .file(word)
        }
    }
}
