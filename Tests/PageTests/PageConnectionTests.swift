import SubdialDocuments
import Testing

@testable import SubdialBrowserSupport
@testable import SubdialProcessSupport

/// Tests of a page whose server is stopped and restarted.
@Suite(.serialized, .enabled(if: Browser.path != nil, "needs chromium")) struct PageConnectionTests {
    private let stale = """
        document.querySelector("#connection").textContent.startsWith("Offline since") && document.querySelectorAll(".tile").length > 0
            && [...document.querySelectorAll(".tile")].every((tile) => tile.matches(".stale") && tile.querySelector("img").naturalWidth > 0
                && tile.querySelector(".mark").textContent.startsWith("as of") && !tile.querySelector(".region:enabled"))
        """
    private let live = "document.querySelector('#connection').textContent === '' && !document.querySelector('.stale, .region:disabled')"

    @Test func aLostServerIsToldAndComesBack() async throws {
        try await ServedPage.with { page in
            try await page.open()
            for status in ["Paused", "Playing"] {
                page.stopServer()
                try await page.browser.wait("pictures that are marked", stale)
                try await page.startServer()
                try await page.browser.wait("pictures that are no longer marked", live)
                try await page.browser.click("[data-intent=playPause]")
                try await page.wait(forStatus: status)
            }
            #expect(page.errors(isNetworkLost: true) == [])
        }
    }

    @Test func aLostNetworkIsToldAndComesBack() async throws {
        try await ServedPage.with { page in
            try await page.open()
            try await page.browser.setOffline(true)
            try await page.browser.wait("pictures that are marked", stale)
            try await page.browser.setOffline(false)
            try await page.browser.wait("pictures that are no longer marked", live)
            #expect(page.errors(isNetworkLost: true) == [])
        }
    }

    @Test func withoutTheServerThePageOpensWithItsLastPictures() async throws {
        try await ServedPage.with { page in
            try await page.open()
            try await page.browser.wait(
                "a worker that keeps what it needs",
                """
                navigator.serviceWorker.controller && (await Promise.all(["widgets.json", "page.js", "now-playing/systemMedium"].map(async (part) => {
                    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
                    const keys = (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => url);
                    return keys.filter((url) => url.includes(part)).length >= (part.startsWith("now") ? 2 : 1);
                }))).every(Boolean)
                """)
            page.stopServer()
            try await page.browser.evaluate("window.isOld = true")
            try await page.browser.open(page.address + ServedPage.medium)
            try await page.browser.wait("the page anew", "!window.isOld")
            try await page.browser.wait("pictures that are marked", stale)
            try await page.wait(forLabel: "Kettle")
            // The cache of the service worker does not contain it either.
            let kept = try await page.browser.evaluate(
                """
                (async () => {
                    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
                    const keys = (await Promise.all(stores.map((store) => store.keys()))).flat();
                    return keys.filter(({ url }) => /events|actions|entry[.]json/.test(url)).length;
                })()
                """)
            #expect(kept == 0)
            try await page.startServer()
            try await page.browser.wait("pictures that are no longer marked", live)
            #expect(page.errors(isNetworkLost: true) == [])
        }
    }

    /// A wall view is built again for another size of the window.
    @Test func aTurnedDeviceKeepsItsPictureWithoutTheServer() async throws {
        try await ServedPage.with { page in
            try await page.browser.setScreen(390, 844)
            try await page.open("?view=wall")
            page.stopServer()
            try await page.browser.wait("a picture that is marked", stale)
            // Without a secure connection a browser stores nothing for the page.
            try await page.browser.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
            try await page.browser.evaluate("document.querySelector('.tile').isOld = true")
            try await page.browser.setScreen(420, 844)
            try await page.browser.wait("the view anew", "document.querySelector('.tile') && !document.querySelector('.tile').isOld")
            try await page.browser.wait("its picture, marked", stale)
            try await page.startServer()
            try await page.browser.wait("a picture that is no longer marked", live)
            #expect(page.errors(isNetworkLost: true) == [])
        }
    }

    @Test func anotherZoneDoesNotGetThePictureOfTheFormerOne() async throws {
        try await ServedPage.with("busy", zone: nil) { page in
            try await page.open()
            page.stopServer()
            try await page.browser.wait("pictures that are marked", stale)
            try await page.browser.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
            try await page.browser.evaluate(
                """
                (() => {
                    const choice = document.querySelector("#subject");
                    choice.value = [...choice.options].at(-1).value;
                    choice.dispatchEvent(new Event("change"));
                })()
                """)
            try await page.browser.wait(
                "no picture", "document.querySelector('.tile .note') && !document.querySelector('.tile img:not([hidden])')")
            #expect(page.errors(isNetworkLost: true) == [])
        }
    }

    @Test func whatChangesElsewhereShows() async throws {
        try await ServedPage.with { page in
            try await page.open()
            #expect(try page.perform("next") == "")
            try await page.wait(forLabel: "Open Every Window")
        }
    }
}
