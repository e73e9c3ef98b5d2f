import Foundation
import SubdialDocuments
import Testing

@testable import SubdialBrowserSupport
@testable import SubdialProcessSupport

/// Tests that taps and keys on the page reach the bridge, and that the page shows the result.
@Suite(.serialized, .enabled(if: Browser.path != nil, "needs chromium")) struct PageActionTests {
    @Test func aClickReachesTheBridge() async throws {
        try await ServedPage.with { page in
            try await page.open()
            try await page.browser.click("[data-intent=playPause]")
            try await page.wait(forStatus: "Paused")
            try await page.browser.click("[data-intent=next]")
            try await page.wait(forLabel: "Open Every Window")
            #expect(try await page.browser.evaluate("document.querySelector('#message').textContent") == "")
            #expect(page.errors() == [])
        }
    }

    /// The banner and the expanded island of the lock screen have the buttons of their templates.
    @Test(arguments: ["lockScreen", "expanded"]) func aClickOnTheLiveActivityReachesTheBridge(_ part: String) async throws {
        try await ServedPage.with { page in
            try await page.open(ServedPage.lock)
            try await page.browser.click(".island .toggle")
            try await page.browser.wait("an island that is expanded", "document.querySelector('[data-family=expanded] .region')")
            try await page.browser.click("[data-family=\(part)] [data-intent=playPause]")
            try await page.wait(forStatus: "Paused")
            try await page.browser.click("[data-family=\(part)] [data-intent=next]")
            try await page.wait(forLabel: "Open Every Window")
            #expect(page.errors() == [])
        }
    }

    /// The place of a click on the slider is the volume.
    @Test func theSliderSetsTheVolume() async throws {
        try await ServedPage.with { page in
            try await page.open(ServedPage.lock)
            try await page.browser.click(".island .toggle")
            let value = "Number(document.querySelector('.slider').value)"
            try await page.browser.wait("a slider", "document.querySelector('.slider') && \(value) > 0")
            // A click is at the middle.
            try await page.browser.click(".slider")
            try await page.browser.wait("half the volume", "!document.querySelector('.pending') && Math.abs(\(value) - 50) < 2")
            try await page.browser.wait(
                "a zone at half its volume",
                "Math.abs((await (await fetch('./now-playing/entry.json')).json()).volume.value - 50) < 2")
            // Beside the slider, the arrow keys are steps.
            try await page.browser.evaluate("document.querySelector('[data-family=expanded] [data-intent=playPause]').focus()")
            try await page.browser.press("ArrowUp")
            try await page.browser.wait("a louder zone", "\(value) > 50")
            // In it too: a zone may be louder than the slider shows, and the slider's own step would start from its end.
            try await page.browser.evaluate(
                """
                window.intents = [];
                const real = window.fetch;
                window.fetch = (address, options) => {
                    if (options?.body) intents.push(JSON.parse(options.body).intent);
                    return real(address, options);
                };
                document.querySelector('.slider').focus();
                """)
            for (key, intent) in [("ArrowDown", "volumeDown"), ("ArrowLeft", "volumeDown"), ("ArrowRight", "volumeUp")] {
                try await page.browser.press(key)
                try await page.browser.wait("\(intent) by \(key)", "intents.at(-1) === '\(intent)'")
                try await page.browser.evaluate("intents.length = 0")
            }
            #expect(page.errors() == [])
        }
    }

    @Test func keysDoWhatButtonsDo() async throws {
        try await ServedPage.with { page in
            try await page.open()
            try await page.browser.press(" ")
            try await page.wait(forStatus: "Paused")
            for (key, label) in [("ArrowRight", "Open Every Window"), ("ArrowLeft", "Kettle")] {
                try await page.browser.press(key)
                try await page.wait(forLabel: label)
            }
            // A focused button is pressed, without any other action.
            try await page.browser.evaluate("document.querySelector('[data-intent=next]').focus()")
            try await page.browser.press("Enter")
            try await page.wait(forLabel: "Open Every Window")
            #expect(page.errors() == [])
        }
    }

    @Test func keysWithinADialogChangeNothing() async throws {
        try await ServedPage.with { page in
            try await page.open()
            try await page.browser.click("#options-button")
            try await page.browser.press("ArrowRight")
            #expect(
                try await page.browser.evaluate("document.querySelector('.pending') === null && document.querySelector('#options').open")
                    == true)
            try await page.browser.press("Escape")
            try await page.browser.wait("a closed dialog", "!document.querySelector('#options').open")
            #expect(try page.status() == "Playing\n")
        }
    }

    @Test func aTapIsSeenAtOnceAndGivenUpAloud() async throws {
        try await ServedPage.with { page in
            try await page.open()
            // The server accepts requests, but does not respond.
            page.server.send(SIGSTOP)
            defer { page.server.send(SIGCONT) }
            try await page.browser.click("[data-intent=playPause]")
            let busy = "document.querySelector('[data-intent=playPause]').matches('.pending[aria-busy=true]')"
            #expect(try await page.browser.evaluate(busy) == true)
            try await page.browser.wait("a message", "document.querySelector('#message[role=status]').textContent !== ''")
            #expect(try await page.browser.evaluate(busy) == false)
        }
    }

    @Test func aTitleRunsNothing() async throws {
        let attacks = [
            #"<img src=x onerror=window.ran=1>"#, #"<script>window.ran=1</script>"#, #"\"><svg onload=window.ran=1>"#,
            "javascript:window.ran=1",
        ]
        let tracks = attacks.map { #"      - { title: "\#($0)", artist: "\#($0)", album: "\#($0)", length: 300 }"# }
        let scenario = """
            description: Titles that would be scripts

            zones:
              - id: lms:00:04:20:12:ab:cd
                name: "<script>window.ran=1</script>"
                state: playing
                volume: { kind: number, value: 35 }
                queue:
            \(tracks.joined(separator: "\n"))

            """
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try scenario.write(toFile: sandbox.path("attack.yaml"), atomically: true, encoding: .utf8)
        try await ServedPage.with(sandbox.path("attack.yaml"), zone: "lms:00:04:20:12:ab:cd") { page in
            try await page.open("?view=phone&kinds=now-playing")
            for attack in attacks {
                try await page.wait(forLabel: attack.replacing(#"\""#, with: "\""))
                try await page.browser.press("ArrowRight")
            }
            for view in ["watch", "wall", "phone"] {
                try await page.browser.evaluate("document.querySelector('#views [data-view=\(view)]').click()")
                try await page.waitForPictures()
            }
            let seen = try await page.browser.evaluate(
                """
                [typeof window.ran, document.scripts.length, document.querySelectorAll("svg, [onerror], [onload], img[src=x]").length]
                """)
            #expect(seen.text() == #"["undefined",1,0]"#)
            #expect(page.errors() == [])
        }
    }
}
