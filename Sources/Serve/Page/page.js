const $ = (id) => document.getElementById(id);
const stage = $("stage");

// What the page's address hands on to that of each picture.
const passed = ["theme", "typeSize", "language", "direction", "night", "tint"];
const dark = matchMedia("(prefers-color-scheme: dark)");

const state = { view: "phone", kind: "", subject: "", family: "", appearance: "system" };
const extra = new Map();
let widgets = [], tiles = [], hasBar = true, isRefused = false;

// Text from the server passes through here, or is an attribute, and never markup.
function make(tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
}

const time = (date) => date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
// "ExtraLarge" is "Extra large".
const words = (name) => name.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const isVisible = () => document.visibilityState === "visible";
const look = () => state.appearance === "system" ? (dark.matches ? "dark" : "light") : state.appearance;
const widget = (kind) => widgets.find((one) => one.kind === kind);
const subjectOf = (kind) => widget(kind)?.subjects.some(({ id }) => id === state.subject) ? state.subject : "";

let messageTimer = 0;
function say(text, isError = false) {
    clearTimeout(messageTimer);
    $("message").textContent = text;
    $("message").classList.toggle("error", isError);
    if (text) messageTimer = setTimeout(say, 6000, "");
}

// Where we are

function read() {
    let kept;
    try { kept = JSON.parse(localStorage.getItem("subdial")); } catch { /* No storage, or not ours. */ }
    const query = new URLSearchParams(location.search);
    for (const key of Object.keys(state)) {
        const value = query.get(key) ?? kept?.[key];
        if (typeof value === "string") state[key] = value;
    }
    if (!/^(phone|watch|wall)$/.test(state.view)) state.view = "phone";
    if (!/^(dark|light)$/.test(state.appearance)) state.appearance = "system";
    for (const key of passed) if (query.has(key)) extra.set(key, query.get(key));
    hasBar = query.get("view") !== "wall";
    if (extra.get("direction") === "rightToLeft") document.documentElement.dir = "rtl";
}

function remember() {
    const query = new URLSearchParams([...Object.entries(state), ...extra]
        .filter(([key, value]) => value && value !== "system" && (key !== "family" || state.view === "wall")));
    try {
        history.replaceState(null, "", `?${query}`);
        localStorage.setItem("subdial", JSON.stringify(state));
    } catch { /* Private windows may keep nothing. */ }
}

// Asking

class Failure extends Error {
    constructor(message, status) { super(message); this.status = status; }
}

async function ask(address, options = {}) {
    let response, answer = null;
    try {
        response = await fetch(address, { signal: AbortSignal.timeout?.(15000), ...options });
    } catch {
        throw new Failure("the server cannot be reached", 0);
    }
    if (response.status === 401 && !isRefused) {
        isRefused = true;
        $("log-in").showModal();
    }
    try { answer = await response.json(); } catch { /* A proxy answers in words of its own. */ }
    if (!response.ok || !answer) throw new Failure(answer?.error || `the server answers ${response.status}`, response.status);
    // The service worker marks what it kept.
    if (!response.headers.has("x-kept")) connection.hear();
    else if (connection.last) connection.doubt();
    else connection.lose(response.headers.get("date"));
    return answer;
}

// A picture and its regions

class Tile {
    timer = 0; asked = ""; running = null; isAgain = false; about = null; picture = null;

    constructor(kind, family, options) {
        Object.assign(this, { kind, family, options });
        this.element = make("div", { class: "tile", "data-family": family });
        this.element.append(this.fault = make("span", { class: "fault" }), this.mark = make("span", { class: "mark", "aria-hidden": true }));
    }

    get query() {
        // Its size in points is in the style sheet until the server has told.
        const width = this.about?.width || getComputedStyle(this.element).getPropertyValue("--w");
        const scale = Math.ceil(devicePixelRatio * this.element.clientWidth / width * 4 - 0.05) / 4;
        const query = new URLSearchParams({
            subject: subjectOf(this.kind), appearance: look(), ...this.options, scale: Math.min(state.view === "wall" ? 8 : 3, Math.max(0.25, scale) || 1),
        });
        for (const [key, value] of extra) query.set(key, value);
        return query;
    }

    // One question at a time; what changes meanwhile is asked for after it.
    refresh() {
        clearTimeout(this.timer);
        if (this.running) this.isAgain = true;
        return this.running ??= this.load().finally(() => {
            this.running = null;
            if (this.isAgain && this.element.isConnected) this.refresh();
        });
    }

    async load() {
        const began = performance.now();
        const base = `${encodeURIComponent(this.kind)}/${this.family}`;
        this.isAgain = false;
        let due = 10000;
        try {
            let query = this.query, about = this.about = await ask(`${base}.json?${query}`);
            this.element.style.setProperty("--w", about.width);
            this.element.style.setProperty("--h", about.height);
            if (`${this.query}` !== `${query}`) about = this.about = await ask(`${base}.json?${query = this.query}`);
            this.asked = `${query}`;
            query.set("v", about.etag.replaceAll('"', ""));
            if (this.picture?.dataset.address !== `${query}`) await this.show(`${base}.png?${query}`, `${query}`);
            if (!this.element.isConnected) return;
            this.fault.textContent = "";
            this.describe();
            this.place(about);
            // Progress moves without an event: at most once in two seconds, and only where somebody sees it.
            due = about.nextChange ? Math.max(Date.parse(about.nextChange) - Date.now(), began + 2000 - performance.now(), 100) : 0;
        } catch (error) {
            if (!(error.status < 500)) connection.doubt();
            if (!this.picture && error.status !== 401) this.fault.textContent = sentence(error.status === undefined ? "no picture" : error.message);
        }
        if (due && this.element.isConnected) {
            this.timer = setTimeout(() => isVisible() && !connection.isLost && this.refresh(), Math.min(due, 0x7fffffff));
        }
    }

    // The new picture takes the old one's place once it is decoded.
    async show(address, key) {
        const picture = new Image();
        picture.src = address;
        picture.dataset.address = key;
        picture.draggable = false;
        await picture.decode();
        this.picture?.remove();
        this.picture = picture;
        this.element.prepend(picture);
    }

    describe() {
        this.mark.textContent = connection.asOf;
        if (this.picture) this.picture.alt = [this.about.label, connection.asOf].filter(Boolean).join(", ");
    }

    place(about) {
        const buttons = [...this.element.querySelectorAll("button")];
        for (const { intent, label, x, y, width, height } of about.regions) {
            const old = buttons.findIndex((one) => one.dataset.intent === intent);
            const button = old < 0 ? make("button", { type: "button", class: "region", "data-intent": intent }) : buttons.splice(old, 1)[0];
            button.setAttribute("aria-label", label);
            button.onclick = () => act(this.kind, intent, label);
            const share = (points, whole) => `${points / whole * 100}%`;
            Object.assign(button.style, {
                left: share(x, about.width), top: share(y, about.height), width: share(width, about.width), height: share(height, about.height),
            });
            if (old < 0) this.element.append(button);
        }
        for (const button of buttons) button.remove();
    }
}

const refresh = (kind) => Promise.all(tiles.filter((tile) => !kind || tile.kind === kind).map((tile) => tile.refresh()));

// The connection

const connection = {
    source: null, timer: 0, grace: 0, tries: 0, isLost: false, since: null, last: null, seen: new Map(),

    get asOf() { return this.isLost ? `As of ${time(this.since)}` : ""; },

    open() {
        clearTimeout(this.timer);
        this.source?.close();
        if (isRefused || !state.kind) return;
        const source = this.source = new EventSource(`events?${new URLSearchParams({ kinds: state.kind, subject: subjectOf(state.kind) })}`);
        const on = (name, body) => source.addEventListener(name, ({ data }) => body(JSON.parse(data)));
        on("hello", ({ kinds }) => this.greet(kinds));
        on("change", ({ kind, fingerprint }) => {
            this.hear();
            this.seen.set(kind, fingerprint);
            for (const one of pending.values()) if (one.kind === kind) one.settle();
            if (isVisible()) refresh(kind);
        });
        source.onerror = () => { if (source === this.source) this.retry(); };
    },

    greet(kinds) {
        const wasLost = this.isLost || this.tries > 0;
        this.tries = 0;
        this.hear();
        if (wasLost) begin();
        for (const [kind, fingerprint] of Object.entries(kinds)) {
            const isNew = this.seen.has(kind) && this.seen.get(kind) !== fingerprint;
            this.seen.set(kind, fingerprint);
            if (isNew && !wasLost) refresh(kind);
        }
    },

    retry() {
        clearTimeout(this.timer);
        this.source?.close();
        this.source = null;
        this.doubt();
        // A stream does not tell why it was refused; this does.
        if (this.tries === 0) ask("widgets.json").catch(() => {});
        this.timer = setTimeout(() => this.open(), Math.min(10000, 500 * 2 ** this.tries++) * (0.75 + Math.random() / 2));
    },

    // A short break is not worth a word.
    doubt() {
        if (!this.isLost) this.grace ||= setTimeout(() => this.lose(), 1500);
    },

    hear() {
        clearTimeout(this.grace);
        this.grace = 0;
        this.last = new Date();
        if (!this.isLost && $("connection").dataset.state === "live") return;
        if (this.isLost) say("Live again.");
        this.isLost = false;
        this.show();
    },

    lose(date) {
        clearTimeout(this.grace);
        this.grace = 0;
        if (this.isLost) return;
        this.isLost = true;
        this.since = this.last || (Date.parse(date) ? new Date(date) : new Date());
        this.show();
        say(`Offline since ${time(this.since)}. What is shown may have changed.`, true);
        this.retry();
    },

    show() {
        $("connection").dataset.state = this.isLost ? "lost" : "live";
        $("connection").lastElementChild.textContent = this.isLost ? `Offline since ${time(this.since)}` : "Live";
        document.body.classList.toggle("stale", this.isLost);
        for (const tile of tiles) tile.describe();
        for (const place of stage.querySelectorAll(".as-of")) place.textContent = this.asOf;
    },

    // Something may have happened while nobody looked.
    check() {
        if (!isVisible() || isRefused) return;
        if (!this.source || this.isLost) {
            this.tries = 0;
            this.open();
        } else refresh();
    },
};

// Acting

const pending = new Map();

// What a tap does shows at once; the entry that comes of it settles it, or it is taken back.
async function act(kind, intent, label) {
    const key = `${kind} ${intent}`;
    if (pending.has(key)) return;
    const paint = (value) => {
        for (const button of stage.querySelectorAll(`.region[data-intent="${CSS.escape(intent)}"]`)) {
            button.dataset.state = value;
            button.setAttribute("aria-busy", value === "pending");
        }
    };
    let settle, timer;
    const settled = new Promise((resolve, reject) => {
        settle = resolve;
        timer = setTimeout(reject, 8000, new Failure("no confirmation came", 0));
    });
    settled.catch(() => {});
    pending.set(key, { kind, settle });
    paint("pending");
    try {
        const { message } = await ask("actions", {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ kind, intent, subject: subjectOf(kind) }),
        });
        if (message) {
            say(sentence(message));
            refresh(kind);
        } else await settled;
        await Promise.all(tiles.map((tile) => tile.running));
        paint("");
    } catch (error) {
        say(`${label}: ${error.message}.`, true);
        paint("failed");
        setTimeout(() => pending.has(key) || paint(""), 700);
        if (error.status === 0) connection.doubt();
        refresh(kind);
    }
    clearTimeout(timer);
    pending.delete(key);
}

const keys = {
    " ": ["playPause", "Play or pause"], ArrowLeft: ["previous", "Previous track"], ArrowRight: ["next", "Next track"],
    ArrowUp: ["volumeUp", "Louder"], ArrowDown: ["volumeDown", "Quieter"],
};

addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return;
    if (event.target.closest("header, dialog, input, select, textarea")) return;
    if (event.key === "Escape" && state.view === "wall") showBar(!hasBar);
    const [intent, label] = keys[event.key] || [];
    const kind = [state.kind, ...widgets.map((one) => one.kind)].find((one) => one.startsWith("now-playing"));
    if (!intent || !kind || (event.key === " " && event.target.closest("button, a"))) return;
    event.preventDefault();
    if (!event.repeat || intent.startsWith("volume")) act(kind, intent, label);
});

// Views

function draw() {
    for (const tile of tiles) clearTimeout(tile.timer);
    tiles = [];
    document.body.dataset.view = state.view;
    showBar(hasBar);
    const shown = widget(state.kind);
    const view = $(state.view).content.cloneNode(true);
    for (const place of view.querySelectorAll("[data-tile]")) {
        const { tile: name, ...options } = place.dataset;
        const family = name || state.family;
        if (!name && family.startsWith("accessory")) options.appearance = "dark";
        if (!shown?.families.includes(family)) place.remove();
        else {
            const tile = new Tile(state.kind, family, options);
            tiles.push(tile);
            place.replaceWith(tile.element);
        }
    }
    for (const section of view.querySelectorAll("section")) if (!section.querySelector(".tile")) section.remove();
    if (!tiles.length) view.append(make("p", { class: "note" }, shown ? `This widget has no size for a ${state.view}.` : "There is no widget."));
    stage.replaceChildren(view);
    document.title = shown ? `${shown.title} – Subdial` : "Subdial";
    if (connection.isLost) connection.show();
    drawTimes();
    refresh();
    stayAwake();
}

function drawTimes() {
    const now = new Date(), minutes = now.getHours() * 60 + now.getMinutes();
    for (const place of stage.querySelectorAll("[data-clock]")) place.textContent = time(now).replace(/\s?[AP]M$/i, "");
    for (const hand of stage.querySelectorAll("[data-turn]")) hand.setAttribute("transform", `rotate(${minutes * hand.dataset.turn} 60 60)`);
}

function fillChoices() {
    const shown = widget(state.kind), subjects = shown?.subjects || [];
    const fill = (key, options, value) => {
        $(key).replaceChildren(...options.map(([id, name]) => make("option", { value: id }, name)));
        $(key).value = value;
        $(`${key}-choice`).hidden = options.length < 2;
    };
    fill("kind", widgets.map(({ kind, title }) => [kind, [title, ...kind.split(":").slice(1)].join(", ")]), state.kind);
    fill("subject", [["", "The one that plays"], ...subjects.map(({ id, name, isLocked }) => [id, isLocked ? `${name} (locked)` : name])],
        subjectOf(state.kind));
    fill("family", state.view === "wall" && shown ? shown.families.map((name) => [name, words(name.replace(/^system|^accessory/, ""))]) : [], state.family);
    $("appearance").value = state.appearance;
    $("fill").hidden = state.view !== "wall";
    for (const button of $("views").children) button.setAttribute("aria-pressed", button.dataset.view === state.view);
}

function choose(changes) {
    Object.assign(state, changes);
    const names = widget(state.kind)?.families || [];
    if (!names.includes(state.family)) {
        state.family = names.includes("systemMedium") ? "systemMedium" : names[0] || "";
    }
    document.documentElement.dataset.look = look();
    fillChoices();
    remember();
    // Another zone or appearance takes the place of the old one picture by picture.
    if (Object.keys(changes).every((key) => key === "subject" || key === "appearance")) refresh();
    else draw();
    if (!("appearance" in changes)) {
        connection.seen.clear();
        connection.open();
    }
}

const showBar = (isShown) => document.body.classList.toggle("bare", state.view === "wall" && !(hasBar = isShown));

// What lights up a wall stays lit.
let lock = null;
async function stayAwake() {
    if (state.view !== "wall") return lock?.release();
    if (lock || !isVisible()) return;
    try {
        lock = await navigator.wakeLock?.request("screen");
        lock?.addEventListener("release", () => { lock = null; });
    } catch { /* A low battery, or not allowed. */ }
}

// The beginning, and that after a lost connection

async function begin() {
    try {
        const found = (await ask("widgets.json")).widgets;
        if (JSON.stringify(found) === JSON.stringify(widgets)) return refresh();
        widgets = found;
        choose({ kind: widget(state.kind) ? state.kind : widgets[0]?.kind || "" });
    } catch (error) {
        if (tiles.length || error.status === 401) return;
        stage.replaceChildren(make("p", { class: "note" }, sentence(error.message)));
        setTimeout(begin, 3000);
    }
}

$("views").addEventListener("click", ({ target: { dataset: { view } } }) => {
    hasBar = true;
    if (view) choose({ view });
});
for (const key of ["kind", "subject", "family", "appearance"]) $(key).addEventListener("change", () => choose({ [key]: $(key).value }));
$("show-bar").addEventListener("click", () => {
    showBar(true);
    $("views").querySelector("[aria-pressed=true]").focus();
});
$("fill").addEventListener("click", () => {
    showBar(false);
    stage.focus();
    document.documentElement.requestFullscreen?.().catch(() => {});
});
stage.addEventListener("click", ({ target }) => { if (state.view === "wall" && !target.closest("button")) showBar(!hasBar); });
document.addEventListener("visibilitychange", () => {
    connection.check();
    stayAwake();
    drawTimes();
});
addEventListener("online", () => connection.check());
addEventListener("offline", () => connection.lose());
dark.addEventListener("change", () => choose({ appearance: state.appearance }));
let fitting = 0;
new ResizeObserver(() => {
    clearTimeout(fitting);
    fitting = setTimeout(() => tiles.filter((tile) => tile.asked && tile.asked !== `${tile.query}`).forEach((tile) => tile.refresh()), 250);
}).observe(stage);
setInterval(drawTimes, 5000);
// A stream may be dead without an end.
setInterval(() => connection.check(), 60000);

read();
document.documentElement.dataset.look = look();
document.body.dataset.view = state.view;
showBar(hasBar);
begin();
if (navigator.serviceWorker) {
    navigator.serviceWorker.register("service-worker.js").catch(() => {});
    // It keeps what was shown before it was there.
    navigator.serviceWorker.addEventListener("controllerchange", () => {
        for (const address of ["widgets.json", ...tiles.map((tile) => tile.picture?.src)]) if (address) fetch(address).catch(() => {});
        refresh();
    });
}
