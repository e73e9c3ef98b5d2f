"use strict";
// Keeps the page and the last pictures for when the server cannot be reached. The server is always asked first.

const prefix = `subdial ${registration.scope} `;
const shellName = `${prefix}shell 1`, lastName = `${prefix}last 1`;
const shell = ["./", "page.css", "page.js", "manifest.webmanifest", "icon.svg", "icon-192.png"];
const limit = 96;
const patience = 6000;

const path = (url) => url.pathname.slice(new URL(registration.scope).pathname.length);
const isShell = (url) => shell.includes(path(url) || "./");
const isLast = (url) => path(url) === "widgets.json" || /^[^/]+\/[A-Za-z]+\.(png|json)$/.test(path(url));

// Kept is the last state of a picture, whatever its resolution.
function key(url) {
    const kept = new URL(url);
    for (const name of ["v", "scale"]) kept.searchParams.delete(name);
    return kept.href;
}

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(shellName)
        .then((cache) => cache.addAll(shell.map((file) => new Request(file, { cache: "no-cache" }))))
        .then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
    event.waitUntil(caches.keys()
        .then((names) => Promise.all(names
            .filter((name) => name.startsWith(prefix) && name !== shellName && name !== lastName)
            .map((name) => caches.delete(name))))
        .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || !url.href.startsWith(registration.scope) || url.searchParams.has("token")) return;
    if (request.mode === "navigate" ? path(url) === "" : isShell(url)) event.respondWith(answer(event, shellName, new URL(url.pathname, url).href));
    else if (isLast(url)) event.respondWith(answer(event, lastName, key(url)));
});

async function answer(event, name, address) {
    const cache = await caches.open(name);
    const kept = () => cache.match(address).then((response) => response && marked(response));
    let timer = 0;
    const late = new Promise((resolve) => { timer = setTimeout(resolve, patience); }).then(kept);
    try {
        const asked = fetch(event.request);
        asked.catch(() => {});
        const response = await Promise.race([asked, late]) || await asked;
        // A proxy before a server that is away.
        if (response.status === 502 || response.status === 504) return await kept() || response;
        if (response.ok && !response.headers.has("x-kept")) {
            const copy = response.clone();
            event.waitUntil(cache.put(address, copy).then(() => name === lastName && trim(cache)).catch(() => {}));
        }
        return response;
    } catch (error) {
        const response = await kept();
        if (response) return response;
        throw error;
    } finally {
        clearTimeout(timer);
    }
}

// The page sees by this field that an answer is an old one.
async function marked(response) {
    const headers = new Headers(response.headers);
    headers.set("x-kept", "1");
    return new Response(await response.blob(), { status: 200, headers });
}

// The keys of a cache stand in the order in which they were put.
async function trim(cache) {
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - limit)).map((old) => cache.delete(old)));
}
