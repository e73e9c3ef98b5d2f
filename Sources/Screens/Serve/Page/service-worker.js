"use strict";
// Caches the page and the last pictures for times when the server is unreachable. Events and actions are never cached.

const version = 1;
const scope = self.registration.scope;
const prefix = `subdial ${scope} `;
const shellStore = `${prefix}${version} shell`;
const stateStore = `${prefix}${version} state`;
const shell = ["", "page.css", "page.js", "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png", "icon-maskable-512.png"];
const mostPictures = 120;
const largest = 4_000_000;

self.addEventListener("install", (event) => {
    event.waitUntil((async () => {
        const store = await caches.open(shellStore);
        await Promise.all(shell.map(async (name) => {
            const response = await fetch(new URL(name, scope), { cache: "no-cache" });
            if (response.ok && !response.redirected) await store.put(new URL(name, scope), response);
        }));
        await self.skipWaiting();
    })());
});

self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        const names = await caches.keys();
        const old = names.filter((name) => name.startsWith(prefix) && name !== shellStore && name !== stateStore);
        await Promise.all(old.map((name) => caches.delete(name)));
        await self.clients.claim();
    })());
});

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || !url.href.startsWith(scope) || url.searchParams.has("token")) return;
    const name = url.pathname.slice(new URL(scope).pathname.length);
    if (shell.includes(name)) event.respondWith(answer(event, shellStore, new URL(name, scope).href));
    else if (name === "widgets.json" || /^[^/]+\/[A-Za-z]+\.(png|json)$/.test(name) && !name.endsWith("/entry.json")) {
        // The cached picture is used at any scale.
        for (const name of ["scale", "v"]) url.searchParams.delete(name);
        event.respondWith(answer(event, stateStore, url.href));
    }
});

/** The server's response, or after a failure or timeout the cached one, with its date. */
async function answer(event, storeName, key) {
    const store = await caches.open(storeName);
    const asked = fetch(event.request).then((response) => {
        if (response.ok && !response.redirected) event.waitUntil(keep(store, storeName, key, response.clone()).catch(() => {}));
        return response;
    });
    const kept = await store.match(key);
    if (!kept) return asked;
    let timer = 0;
    const late = new Promise((resolve) => { timer = setTimeout(() => resolve(kept), 8000); });
    asked.catch(() => {});
    try { return await Promise.race([asked, late]); } catch { return kept; } finally { clearTimeout(timer); }
}

async function keep(store, storeName, key, response) {
    if (storeName === shellStore) return store.put(key, response);
    const body = await response.arrayBuffer();
    if (body.byteLength > largest) return;
    const headers = new Headers(response.headers);
    headers.set("Subdial-Stored", new Date().toISOString());
    // The oldest entries are first.
    await store.delete(key);
    await store.put(key, new Response(body, { headers }));
    const keys = await store.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - mostPictures)).map((old) => store.delete(old)));
}
