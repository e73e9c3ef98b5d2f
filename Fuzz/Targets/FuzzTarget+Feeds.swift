// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import FoundationEssentials
    import SubdialDocuments
    import SubdialExpressions
    import SubdialFeeds
    import SubdialKinds
    import SubdialPlayback
    import SubdialTimeline

    extension FuzzTarget {
        /// The line of an entry with any texts and numbers: its length is limited, it contains no control characters, and it is JSON if the bar
        /// parses JSON.
        static let feed = FuzzTarget("feed", dictionary: "feed") { bytes in
            var input = FuzzInput(bytes)
            let format = input.choice(of: FeedFormat.all)
            let now = Date(timeIntervalSince1970: 1_767_903_304)
            let (entry, surroundings, options) = (
                NowPlaying(&input, at: now).entry, FeedSurroundings(&input), try FeedOptions(&input, format: format.name)
            )
            var feed = Feed(options)
            feed.surroundings = surroundings
            for seconds in [0, 0.3, 5] {
                guard let line = feed.line(for: entry, at: now.addingTimeInterval(seconds)) else { continue }
                require(line.utf8.count < FeedFormat.maximumLineBytes, "\(format.name): a line of \(line.utf8.count) bytes")
                let isSeveral = format.traits.contains(.severalLines)
                require(
                    !line.unicodeScalars.contains { $0.steersTerminals && !(isSeveral && $0 == "\n") && $0 != "\t" && $0 != "\u{1B}" },
                    "\(format.name): a line has a control character")
                // The empty line hides a module of Waybar.
                if format.name == "json" || format.name == "waybar" && !line.isEmpty { parse(json: line, format.name) }
                _ = feed.nextWake(after: now)
            }
            let escaped = format.escape(NowPlaying(entry).track?.title ?? "")
            require(!escaped.utf8.contains(0), "\(format.name): a zero is escaped as itself")
        }

        private static func parse(json line: String, _ name: String) {
            do {
                _ = try JSONValue(parsing: line)
            } catch {
                require(false, "\(name): a line is no JSON: \(error)")
            }
        }

        /// Clicks do not depend on the division of their bytes.
        static let click = FuzzTarget("click", dictionary: "json") { bytes in
            var whole = ClickParser()
            let clicks = whole.parse(bytes)
            var parser = ClickParser()
            require(bytes.flatMap { parser.parse([$0]) } == clicks, "clicks depend on how their bytes come in pieces")
        }
    }

    extension NowPlaying {
        fileprivate init(_ input: inout FuzzInput, at now: Date) {
            self.init(date: now, status: input.choice(of: PlaybackStatus.allCases))
            self.track = input.optional {
                Track(title: $0.text(), artist: $0.text(), album: $0.text(), length: $0.optional { $0.double() })
            }
            zone = input.optional { Subject(id: $0.text(), name: $0.text(), source: $0.optional { $0.text() }, isLocked: $0.byte() == 7) }
            self.position = input.optional { $0.double() }
            self.volume = input.optional {
                let scale = VolumeScale(minimum: $0.double(), maximum: $0.double(), step: $0.double(), unit: .number)
                return Volume(value: $0.double(), scale: scale, isMuted: $0.flag())
            }
            freshness = input.choice(of: Freshness.allCases)
            if let text = input.optional({ $0.text() }) {
                self.metadata = ["xesam:comment": .string(text), "x": .list([.string(text), .double(1)])]
            }
        }
    }

    extension FeedSurroundings {
        fileprivate init(_ input: inout FuzzInput) {
            let count = Int(input.byte() % 4)
            self.init(
                artPath: input.optional { $0.text() },
                zones: (0..<count).map { _ in
                    FeedZone(id: input.text(), name: input.text(), isShown: input.flag(), isLocked: input.flag())
                })
        }
    }

    extension FeedOptions {
        fileprivate init(_ input: inout FuzzInput, format: String) throws {
            var settings = FeedSettings()
            settings.width = input.optional { Int($0.byte()) % FeedOptions.maximumWidth + 1 }
            settings.marquee = input.flag()
            settings.text = input.optional { $0.text() }
            settings.tooltip = input.optional { $0.text() }
            try self.init(format: format, settings: settings)
        }
    }
#endif
