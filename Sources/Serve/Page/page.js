"use strict";
(() => {
const $ = (id) => document.getElementById(id);
const stage = $("stage");

// What each family measures in points until the server has told, and its name for people.
const families = {
    systemSmall: [158, 158, "Small"], systemMedium: [338, 158, "Medium"], systemLarge: [338, 354, "Large"],
    systemExtraLarge: [628, 300, "Extra large"], accessoryCircular: [72, 72, "Circular"], accessoryRectangular: [160, 72, "Rectangular"],
    accessoryInline: [234, 26, "Inline"], accessoryCorner: [76, 76, "Corner"],
};
const phoneHome = ["systemSmall", "systemMedium", "systemLarge"];
// What is handed on from the page's address to that of each picture.
const passed = ["theme", "typeSize", "language", "direction", "night", "tint"];
const dark = matchMedia("(prefers-color-scheme: dark)");
const storage = "subdial.page";

const state = { view: "phone", kind: "", subject: "", family: "", appearance: "system" };
const extra = new Map();
let widgets = [];
let tiles = [];
let hasBar = true;
let refused = false;

// Everything that comes from the server passes through here, as text and never as markup.
function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(properties)) {
        if (key === "class") element.className = value;
        else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

const time = (date) => date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
const look = () => state.appearance === "system" ? (dark.matches ? "dark" : "light") : state.appearance;
const widget = (kind) => widgets.find((one) => one.kind === kind);
const subjectOf = (kind) => widget(kind)?.subjects.some(({ id }) => id === state.subject) ? state.subject : "";
const isPlayback = (kind) => /^now-playing/.test(kind);

// The message stands until there is another, at most for some seconds.
let messageTimer = 0;
function say(text, isError = false) {
    clearTimeout(messageTimer);
    $("message").textContent = text;
    $("message").classList.toggle("error", isError);
    if (text) messageTimer = setTimeout(() => say(""), 6000);
}

// Where we are

function read() {
    let kept = {};
    try { kept = JSON.parse(localStorage.getItem(storage)) || {}; } catch { /* No storage, or not ours. */ }
    const query = new URLSearchParams(location.search);
    for (const key of Object.keys(state)) {
        const value = query.get(key) ?? kept[key];
        if (typeof value === "string") state[key] = value;
    }
    if (!["phone", "watch", "wall"].includes(state.view)) state.view = "phone";
    if (!["system", "dark", "light"].includes(state.appearance)) state.appearance = "system";
    for (const key of passed) if (query.has(key)) extra.set(key, query.get(key));
    hasBar = query.get("view") !== "wall";
    document.documentElement.dir = extra.get("direction") === "rightToLeft" ? "rtl" : "ltr";
}

function remember() {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(state)) {
        if (value && !(key === "appearance" && value === "system") && !(key === "family" && state.view !== "wall")) query.set(key, value);
    }
    for (const [key, value] of extra) query.set(key, value);
    try { history.replaceState(null, "", `?${query}`); } catch { /* Too often for some browsers. */ }
    try { localStorage.setItem(storage, JSON.stringify(state)); } catch { /* Private windows may keep nothing. */ }
}

// Asking

class Failure extends Error {
    constructor(message, status = 0) { super(message); this.status = status; }
}

async function ask(address, options = {}) {
    let response;
    try {
        response = await fetch(address, { signal: AbortSignal.timeout?.(15000), ...options });
    } catch {
        throw new Failure("the server cannot be reached");
    }
    if (response.status === 401) logIn();
    const isKept = response.headers.has("x-kept");
    let answer = null;
    try { answer = await response.json(); } catch { /* A proxy answers in its own words. */ }
    if (!response.ok || answer === null) throw new Failure(answer?.error || `the server answered with ${response.status}`, response.status);
    return { answer, isKept, date: new Date(response.headers.get("date") || NaN) };
}

function logIn() {
    refused = true;
    if (!$("log-in").open) $("log-in").showModal();
}

// A picture with its regions

class Tile {
    constructor(kind, family, options = {}) {
        Object.assign(this, { kind, family, options, etag: "", fetched: 0, timer: 0, running: null, isAgain: false, about: null });
        const [width, height] = families[family] || [338, 158];
        this.mark = make("span", { class: "mark", "aria-hidden": "true" });
        this.note = make("span", { class: "fault" });
        this.element = make("div", { class: "tile", "data-family": family, "data-kind": kind }, this.note, this.mark);
        this.resize(width, height);
    }

    resize(width, height) {
        if (width === this.width && height === this.height) return;
        [this.width, this.height] = [width, height];
        this.element.style.setProperty("--w", width);
        this.element.style.setProperty("--h", height);
    }

    get query() {
        const shown = this.element.getBoundingClientRect().width || this.width;
        const scale = Math.min(3, Math.max(0.25, Math.ceil(devicePixelRatio * shown / this.width * 4 - 0.01) / 4));
        const query = new URLSearchParams();
        const subject = subjectOf(this.kind);
        if (subject) query.set("subject", subject);
        for (const [key, value] of Object.entries(this.options)) query.set(key, value);
        query.set("appearance", this.options.appearance || look());
        query.set("scale", scale);
        for (const [key, value] of extra) query.set(key, value);
        return query;
    }

    // One question at a time; what changes meanwhile is asked for after it.
    refresh() {
        if (this.running) { this.isAgain = true; return this.running; }
        clearTimeout(this.timer);
        this.running = this.load().finally(() => {
            this.running = null;
            if (this.isAgain && this.element.isConnected) { this.isAgain = false; this.refresh(); }
        });
        return this.running;
    }

    async load() {
        const base = `${encodeURIComponent(this.kind)}/${this.family}`;
        this.fetched = performance.now();
        try {
            let query = this.query;
            let { answer: about, isKept, date } = await ask(`${base}.json?${query}`);
            this.resize(about.width, about.height);
            if (String(this.query) !== String(query)) {
                query = this.query;
                ({ answer: about, isKept, date } = await ask(`${base}.json?${query}`));
            }
            if (!this.element.isConnected) return;
            if (isKept) connection.lose(date);
            else connection.heard();
            const address = `${base}.png?${query}`;
            if (this.etag !== about.etag || this.address !== address) {
                const picture = new Image();
                query.set("v", about.etag.replace(/"/g, ""));
                picture.src = `${base}.png?${query}`;
                picture.draggable = false;
                await picture.decode();
                if (!this.element.isConnected) return;
                this.picture?.remove();
                this.picture = picture;
                this.element.prepend(picture);
                [this.etag, this.address] = [about.etag, address];
            }
            this.about = about;
            this.picture.alt = connection.isLost ? `${about.label}, as of ${time(connection.since)}` : about.label;
            this.note.textContent = "";
            this.placeRegions(about.regions);
            this.wait(about.nextChange);
        } catch (error) {
            if (!this.element.isConnected) return;
            if (error.status === 0 || error.status >= 500) connection.doubt();
            if (!this.picture && error.status !== 401) this.note.textContent = sentence(error.message || "the picture cannot be shown");
            this.timer = setTimeout(() => this.wake(), 10000);
        }
    }

    placeRegions(regions) {
        const key = JSON.stringify(regions);
        if (key === this.regions) return;
        this.regions = key;
        const had = this.element.contains(document.activeElement) ? document.activeElement.dataset.intent : null;
        for (const button of this.element.querySelectorAll("button")) button.remove();
        for (const { intent, label, x, y, width, height } of regions) {
            const button = make("button", {
                type: "button", class: "region", "aria-label": label, title: label, "data-intent": intent,
                onclick: () => act(this.kind, intent, button),
            });
            button.style.left = `${x / this.width * 100}%`;
            button.style.top = `${y / this.height * 100}%`;
            button.style.width = `${width / this.width * 100}%`;
            button.style.height = `${height / this.height * 100}%`;
            this.element.append(button);
            if (intent === had) button.focus();
        }
    }

    // Progress moves without an event; at most once in two seconds, and only where somebody sees it.
    wait(next) {
        clearTimeout(this.timer);
        if (!next) return;
        const due = Math.max(Date.parse(next) - Date.now(), this.fetched + 2000 - performance.now());
        this.timer = setTimeout(() => this.wake(), Math.min(Math.max(due, 250), 0x7fffffff));
    }

    wake() {
        if (document.visibilityState === "visible" && !connection.isLost) this.refresh();
    }

    stop() { clearTimeout(this.timer); }
}

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
const refreshAll = (kind) => Promise.all(tiles.filter((tile) => !kind || tile.kind === kind).map((tile) => tile.refresh()));

// The connection

const connection = {
    source: null, timer: 0, grace: 0, tries: 0, isLost: false, since: null, last: null, seen: new Map(), address: "",

    open() {
        clearTimeout(this.timer);
        this.source?.close();
        const kinds = [...new Set(tiles.map((tile) => tile.kind))];
        const query = new URLSearchParams({ kinds: kinds.join(",") });
        const subject = kinds.map(subjectOf).find(Boolean);
        if (subject) query.set("subject", subject);
        this.address = `events?${query}`;
        const source = this.source = new EventSource(this.address);
        source.addEventListener("hello", (event) => this.greet(event));
        source.addEventListener("change", (event) => this.change(event));
        source.onerror = () => { if (source === this.source) this.fail(); };
    },

    // A change of what is shown needs another stream.
    follow() {
        this.seen.clear();
        this.tries = 0;
        this.open();
    },

    greet(event) {
        const kinds = this.parse(event)?.kinds || {};
        this.tries = 0;
        const wasLost = this.isLost;
        this.heard();
        for (const [kind, fingerprint] of Object.entries(kinds)) {
            const known = this.seen.get(kind);
            this.seen.set(kind, fingerprint);
            if (!wasLost && known !== undefined && known !== fingerprint) refreshAll(kind);
        }
        if (wasLost) restart();
    },

    change(event) {
        const { kind, fingerprint } = this.parse(event) || {};
        if (typeof kind !== "string") return;
        this.heard();
        this.seen.set(kind, fingerprint);
        settle(kind);
        if (document.visibilityState === "visible") refreshAll(kind);
    },

    parse(event) {
        try { return JSON.parse(event.data); } catch { return null; }
    },

    fail() {
        this.source.close();
        this.source = null;
        this.doubt();
        const delay = Math.min(30000, 500 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.open(), delay);
        // An event stream does not tell why it was refused.
        if (this.tries === 1) ask("widgets.json").then(({ isKept, date }) => isKept && this.lose(date), () => {});
    },

    // A short break is not worth a word.
    doubt() {
        if (this.isLost || this.grace) return;
        this.grace = setTimeout(() => this.lose(), 1500);
    },

    heard() {
        clearTimeout(this.grace);
        this.grace = 0;
        this.last = new Date();
        if (!this.isLost && $("connection").dataset.state === "live") return;
        this.isLost = false;
        this.show();
    },

    lose(date) {
        clearTimeout(this.grace);
        this.grace = 0;
        if (this.isLost) return;
        this.isLost = true;
        this.since = this.last || (date && !isNaN(date) ? date : new Date());
        this.show();
        if (!this.source && !this.timer) this.open();
    },

    show() {
        const text = this.isLost ? `Offline since ${time(this.since)}` : "Live";
        $("connection").dataset.state = this.isLost ? "lost" : "live";
        $("connection").lastElementChild.textContent = text;
        document.body.classList.toggle("stale", this.isLost);
        for (const tile of tiles) this.mark(tile);
        for (const place of stage.querySelectorAll(".as-of")) place.textContent = this.isLost ? `As of ${time(this.since)}` : "";
        if (this.isLost) say(`${text}. What is shown may have changed.`, true);
        else if ($("message").classList.contains("error")) say("");
    },

    mark(tile) {
        tile.mark.textContent = this.isLost ? `As of ${time(this.since)}` : "";
        if (tile.picture && tile.about) tile.picture.alt = this.isLost ? `${tile.about.label}, as of ${time(this.since)}` : tile.about.label;
    },

    // Something may have happened while nobody looked.
    check() {
        if (document.visibilityState !== "visible" || refused) return;
        if (!this.source || this.isLost) { this.tries = 0; this.open(); }
        if (!this.isLost) refreshAll();
    },
};

// Acting

const pending = new Map();

// What a tap does shows at once; it is settled by the entry that comes of it, or taken back.
async function act(kind, intent, button) {
    const subject = subjectOf(kind);
    const key = `${kind} ${intent}`;
    if (pending.has(key)) return;
    const buttons = () => tiles.filter((tile) => tile.kind === kind)
        .flatMap((tile) => [...tile.element.querySelectorAll(".region")]).filter((one) => one.dataset.intent === intent);
    const paint = (value) => {
        for (const one of buttons()) {
            if (value) one.dataset.state = value; else delete one.dataset.state;
            if (value === "pending") one.setAttribute("aria-busy", "true"); else one.removeAttribute("aria-busy");
        }
    };
    const confirmed = new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Failure("it did not answer")), 8000);
        pending.set(key, { kind, done: () => { clearTimeout(timer); resolve(); } });
    });
    confirmed.catch(() => {});
    paint("pending");
    stage.dataset.pending = intent;
    try {
        const body = { kind, intent };
        if (subject) body.subject = subject;
        const { answer } = await ask("actions", {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
        });
        if (answer.message) { say(sentence(answer.message)); pending.get(key)?.done(); }
        await confirmed;
        await refreshAll(kind);
        paint();
    } catch (error) {
        pending.get(key)?.done();
        const name = button?.getAttribute("aria-label") || intent.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
        say(`${sentence(name).slice(0, -1)}: ${sentence(error.message)}`, true);
        paint("failed");
        setTimeout(paint, 600);
        if (error.status === 0) connection.doubt();
        else refreshAll(kind);
    } finally {
        pending.delete(key);
        if (pending.size === 0) delete stage.dataset.pending;
    }
}

function settle(kind) {
    for (const one of pending.values()) if (one.kind === kind) one.done();
}

const keys = { " ": "playPause", ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "volumeUp", ArrowDown: "volumeDown" };

addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return;
    if (event.key === "Escape" && state.view === "wall" && !document.fullscreenElement) return showBar(!hasBar);
    const intent = keys[event.key];
    const place = event.target instanceof Element ? event.target : document.body;
    if (!intent || place.closest("header, dialog, input, select, textarea")) return;
    if (event.key === " " && place.closest("button, a")) return;
    const kind = isPlayback(state.kind) ? state.kind : widgets.find((one) => isPlayback(one.kind))?.kind;
    if (!kind) return;
    event.preventDefault();
    if (event.repeat && !intent.startsWith("volume")) return;
    act(kind, intent);
});

// Views

function draw() {
    for (const tile of tiles) tile.stop();
    document.documentElement.dataset.look = look();
    document.body.dataset.view = state.view;
    const shown = widget(state.kind);
    const has = (family) => shown?.families.includes(family);
    const tile = (family, options) => has(family) ? new Tile(state.kind, family, options) : null;
    tiles = [];
    const content = !shown ? [make("p", { class: "note" }, widgets.length ? "There is no such widget." : "Connecting …")]
        : state.view === "phone" ? phone(tile) : state.view === "watch" ? watch(tile) : wall(tile);
    stage.replaceChildren(...content);
    const title = shown ? shown.title : "";
    document.title = title ? `${title} – Subdial` : "Subdial";
    connection.isLost && connection.show();
    drawTimes();
    refreshAll();
    stayAwake();
}

function keep(tile) {
    if (tile) tiles.push(tile);
    return tile?.element;
}

const asOf = () => make("span", { class: "as-of" });
const clock = (kind) => make("span", { class: "clock", "data-clock": kind, "aria-hidden": "true" });

function screen(name, title, ...children) {
    return make("section", { class: `device ${name}`, "aria-label": title },
        make("div", { class: "screen" }, ...children), make("h2", { class: "caption" }, title, asOf()));
}

function phone(tile) {
    const [small, medium, large] = phoneHome.map((family) => keep(tile(family)));
    const icons = make("span", { class: "icons", "aria-hidden": "true" }, ...[1, 2, 3, 4].map(() => make("i")));
    const home = [small && make("div", { class: "row" }, small, icons), medium, large].filter(Boolean);
    const vibrant = { mode: "vibrant", appearance: "dark" };
    const [inline, rectangular, circular] = ["accessoryInline", "accessoryRectangular", "accessoryCircular"].map((family) => keep(tile(family, vibrant)));
    const lock = inline || rectangular || circular;
    return [
        home.length > 0 && screen("phone home", "Home screen", make("div", { class: "status-bar" }, clock("time")), ...home),
        lock && screen("phone lock", "Lock screen", inline || clock("date"), clock("time"),
            make("div", { class: "row" }, rectangular, circular)),
    ].filter(Boolean).concat(home.length === 0 && !lock ? [nothing("phone")] : []);
}

function watch(tile) {
    const device = { device: "watch-46mm", appearance: "dark" };
    const [inline, corner, rectangular, circular] = ["accessoryInline", "accessoryCorner", "accessoryRectangular", "accessoryCircular"]
        .map((family) => tile(family, device));
    if (!inline && !corner && !rectangular && !circular) return [nothing("watch")];
    const faces = [];
    if (rectangular || inline) {
        faces.push(screen("watch modular", "Modular face", make("div", { class: "row" }, keep(circular), clock("time")), keep(rectangular), keep(inline)));
    }
    if (corner) faces.push(screen("watch dial", "Dial", keep(corner), dial()));
    return faces;
}

// The hands stand still: a face to see a corner on, and not a clock.
function dial() {
    const box = make("div", { class: "hands", "aria-hidden": "true" });
    for (let hour = 0; hour < 12; hour++) {
        const tick = make("i");
        tick.style.rotate = `${hour * 30}deg`;
        box.append(tick);
    }
    box.append(make("b", { "data-hand": "hour" }), make("b", { "data-hand": "minute" }));
    return box;
}

function wall(tile) {
    const accessory = state.family.startsWith("accessory");
    return [make("section", { class: "wall", "aria-label": "Wall" }, keep(tile(state.family, accessory ? { appearance: "dark" } : {})), asOf())];
}

const nothing = (where) => make("p", { class: "note" }, `This widget has no size for a ${where}.`);

function drawTimes() {
    const now = new Date();
    for (const place of stage.querySelectorAll("[data-clock]")) {
        const text = place.dataset.clock === "date" ? now.toLocaleDateString([], { weekday: "long", month: "long", day: "numeric" })
            : time(now).replace(/\s?[AP]M$/i, "");
        if (place.textContent !== text) place.textContent = text;
    }
    for (const hand of stage.querySelectorAll("[data-hand]")) {
        const minutes = now.getHours() * 60 + now.getMinutes();
        hand.style.rotate = `${hand.dataset.hand === "hour" ? minutes / 2 % 360 : minutes * 6 % 360}deg`;
    }
}

function fillChoices() {
    const fill = (select, options, value) => {
        select.replaceChildren(...options.map(([id, name]) => make("option", { value: id }, name)));
        select.value = value;
        select.parentElement.hidden = options.length < 2;
    };
    const shown = widget(state.kind);
    fill($("kind"), widgets.map(({ kind, title }) => [kind, kind.includes(":") ? `${title}, ${kind.split(":")[1]}` : title]), state.kind);
    const subjects = shown?.subjects || [];
    fill($("subject"), subjects.length ? [["", "The one that plays"],
        ...subjects.map(({ id, name, isLocked }) => [id, isLocked ? `${name} (locked)` : name])] : [], subjectOf(state.kind));
    fill($("family"), (shown?.families || []).map((family) => [family, families[family]?.[2] || family]), state.family);
    $("family-choice").hidden ||= state.view !== "wall";
    $("appearance").value = state.appearance;
    $("fill").hidden = state.view !== "wall";
    for (const button of $("views").children) button.setAttribute("aria-pressed", String(button.dataset.view === state.view));
}

function choose(changes) {
    Object.assign(state, changes);
    const shown = widget(state.kind);
    if (shown && !shown.families.includes(state.family)) {
        state.family = ["systemMedium", "systemLarge", "systemSmall"].find((family) => shown.families.includes(family)) || shown.families[0] || "";
    }
    fillChoices();
    remember();
    draw();
    connection.follow();
}

function showBar(isShown) {
    hasBar = isShown;
    document.body.classList.toggle("bare", state.view === "wall" && !hasBar);
    refit();
}

// What lights up a wall stays lit.
let lock = null;
async function stayAwake() {
    if (state.view !== "wall") { lock?.release(); lock = null; return; }
    if (lock || document.visibilityState !== "visible" || !navigator.wakeLock) return;
    try {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => { lock = null; });
    } catch { /* A low battery, or not allowed. */ }
}

// The beginning

async function restart() {
    try {
        const { answer, isKept, date } = await ask("widgets.json");
        widgets = Array.isArray(answer.widgets) ? answer.widgets : [];
        if (isKept) connection.lose(date);
        if (!widget(state.kind)) state.kind = widgets[0]?.kind || "";
        choose({});
    } catch (error) {
        if (error.status === 401) return;
        connection.lose();
        if (tiles.length === 0) {
            stage.replaceChildren(make("p", { class: "note" }, sentence(error.message)));
            clearTimeout(connection.timer);
            connection.timer = setTimeout(restart, Math.min(30000, 1000 * 2 ** connection.tries++));
        }
    }
}

let fitting = 0;
function refit() {
    clearTimeout(fitting);
    fitting = setTimeout(() => tiles.length && !connection.isLost && refreshAll(), 250);
}

$("views").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) { hasBar = true; choose({ view: button.dataset.view }); }
});
for (const key of ["kind", "subject", "family", "appearance"]) $(key).addEventListener("change", (event) => choose({ [key]: event.target.value }));
$("show-bar").addEventListener("click", () => { showBar(true); $("views").querySelector("[aria-pressed=true]").focus(); });
$("fill").addEventListener("click", () => {
    showBar(false);
    stage.focus();
    document.documentElement.requestFullscreen?.().catch(() => {});
});
stage.addEventListener("dblclick", (event) => { if (state.view === "wall" && !event.target.closest("button")) showBar(!hasBar); });
document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement && state.view === "wall") showBar(true); });
document.addEventListener("visibilitychange", () => { connection.check(); stayAwake(); drawTimes(); });
addEventListener("online", () => connection.check());
addEventListener("pageshow", (event) => { if (event.persisted) connection.check(); });
addEventListener("offline", () => connection.lose());
addEventListener("resize", refit);
dark.addEventListener("change", () => { if (state.appearance === "system") draw(); });
setInterval(drawTimes, 5000);
// A stream can be dead without an end.
setInterval(() => connection.check(), 60000);

read();
document.documentElement.dataset.look = look();
document.body.dataset.view = state.view;
document.body.classList.toggle("bare", state.view === "wall" && !hasBar);
restart();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("service-worker.js", { scope: "./" }).catch(() => {});
})();
