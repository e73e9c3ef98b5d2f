"use strict";
(() => {
const $ = (id) => document.getElementById(id);

// All text of the server is inserted here, and never as markup.
function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(properties)) {
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

// State

const familyNames = {
    systemSmall: "Small", systemMedium: "Medium", systemLarge: "Large", systemExtraLarge: "Extra large",
    accessoryCircular: "Circular", accessoryRectangular: "Rectangular", accessoryInline: "Inline", accessoryCorner: "Corner",
    overlay: "Overlay", panel: "Panel", controlSmall: "Control, small", controlMedium: "Control, medium", controlLarge: "Control, large",
    view: "Views alone", activity: "Live activities",
};
const appearances = { light: "Light", dark: "Dark" };
const modes = { fullColor: "Full colour", accented: "Accented", vibrant: "Vibrant" };
const standardTypeSize = "large";
const mostPictures = 150;

const lists = ["subjects", "families", "devices", "appearances", "modes", "themes"];
const words = ["entry", "typeSize", "language", "direction", "placement", "redacted", "scale", "at", "zoom", "node", "picture"];
// The choices that are values of a picture's address.
const values = ["typeSize", "language", "direction", "placement", "redacted", "scale"];
const state = Object.fromEntries([...lists.map((key) => [key, []]), ...words.map((key) => [key, ""])]);
let project = null;
let revision = -1;
let tiles = [];
let stretch = null;

function readState() {
    const query = new URLSearchParams(location.search);
    for (const key of lists) state[key] = query.has(key) ? query.get(key).split(",").filter(Boolean) : [];
    for (const key of words) state[key] = query.get(key) || "";
}

function keepState() {
    const query = new URLSearchParams();
    for (const key of lists) if (state[key].length && state[key].join() !== standard(key).map(listed).join()) query.set(key, state[key].join(","));
    for (const key of words) if (state[key] && state[key] !== standard(key)) query.set(key, state[key]);
    const text = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/");
    history.replaceState(null, "", text ? `?${text}` : "./");
}

function standard(key) {
    switch (key) {
    case "families": return project ? project.shown : [];
    case "subjects": return project ? subjects() : [];
    case "appearances": return ["dark"];
    case "modes": return ["fullColor"];
    case "themes": return project ? [project.theme] : [];
    case "entry": return project ? project.entry : "";
    case "zoom": return "1";
    default: return lists.includes(key) ? [] : "";
    }
}

// The widgets and previews of a program, in their order; templates have none.
const subjects = () => [...new Set(project.items.map(({ subject }) => subject))];
const has = (choice) => project.choices.includes(choice);
// A comma separates the words of a list in the address.
const listed = (word) => word.replaceAll(",", "\u201a");

const chosen = (key) => {
    const known = { subjects: subjects(), families: project.families, themes: project.themes, appearances: Object.keys(appearances), modes: Object.keys(modes),
        devices: project.devices.map(({ id }) => id) }[key];
    const found = known.filter((word) => state[key].includes(listed(word)));
    return found.length ? found : standard(key);
};
const entry = () => state.entry || project.entry;
const zoom = () => Math.min(4, Math.max(0.25, Number(state.zoom) || 1));

// The requested pictures: every family on every device that has it, in every look.
function wanted() {
    const result = [];
    const families = chosen("families"), marked = chosen("subjects");
    const items = project.items.filter(({ subject, family }) => marked.includes(subject) && families.includes(family));
    for (const { name: picture, subject, family, file, line } of items) {
        const having = chosen("devices").filter((id) => project.devices.find((device) => device.id === id).families[family]);
        // A preview names its device itself, if it needs one; a view alone and an activity have no family.
        const usual = picture ? "" : project.standard[family];
        for (const device of having.length ? having : [usual]) {
            if (!device && !picture) continue;
            for (const theme of chosen("themes")) for (const mode of chosen("modes")) for (const appearance of chosen("appearances")) {
                result.push({ picture, subject, family, device, appearance, mode, theme, file, line });
            }
        }
    }
    return result.slice(0, mostPictures);
}

function query({ picture, family, device, appearance, mode, theme }, more = {}) {
    const asked = picture ? { picture, device, appearance, mode } : { family, device, appearance, mode, theme, entry: entry(), at: state.at };
    for (const key of values.filter(has)) asked[key] = state[key];
    return new URLSearchParams(Object.entries({ ...asked, ...more }).filter(([, value]) => value));
}

// Requests

async function ask(address, options = {}) {
    const response = await fetch(address, { cache: "no-cache", ...options });
    if (response.status === 401) { location.reload(); throw new Error("a token is needed"); }
    const answer = await response.json();
    if (!response.ok && answer.problems === undefined) throw new Error(answer.error || response.statusText);
    return answer;
}

// Pictures

const points = (look) => project.devices.find(({ id }) => id === look.device)?.families[look.family] || [160, 160];
const keyOf = (look) => [...(look.picture ? [look.picture] : [look.family]), look.device, look.appearance, look.mode, look.theme].join(" ");
const place = (problem) => problem.file
    ? [shown(problem.file), problem.line, problem.column].filter((part) => part !== null && part !== undefined).join(":") : "";
const shown = (file) => project && file.startsWith(`${project.base}/`) ? file.slice(project.base.length + 1) : file;

// The tile of a look; it begins with the picture of the tile before it.
function makeTile(look, before = null) {
    const image = before?.image || make("img", { alt: "", draggable: "false", hidden: true });
    const frame = make("div", { class: "frame", hidden: true });
    const picture = make("div", { class: "picture", tabindex: "0", role: "button" }, image, frame);
    const errors = make("div", { class: "errors", role: "alert", hidden: true });
    const size = make("span", { class: "size" });
    const warn = make("span", { class: "warn", hidden: true });
    const family = familyNames[look.family] || look.family;
    const details = look.picture && !look.picture.endsWith(`/${look.family}`) ? [family] : [];
    details.push(project.devices.find(({ id }) => id === look.device)?.name || look.device);
    details.push(appearances[look.appearance].toLowerCase());
    if (look.mode !== "fullColor" || chosen("modes").length > 1) details.push(modes[look.mode].toLowerCase());
    if (chosen("themes").length > 1) details.push(look.theme);
    const name = look.picture ? look.picture.replace(/\/([^/]*)$/, (end, word) => word === look.family ? `, ${family}` : end) : family;
    const source = look.file ? make("button", { type: "button", class: "place", title: "Copy the place",
        onclick: () => copy([look.file, look.line].filter(Boolean).join(":")) }, [look.file.split("/").pop(), look.line].filter(Boolean).join(":")) : null;
    const element = make("figure", {
        class: "tile", "data-key": keyOf(look), "data-family": look.family, "data-appearance": look.appearance, "data-mode": look.mode,
    }, make("div", { class: "wall" }, picture, errors),
    make("figcaption", {}, make("strong", {}, name), " ", make("span", { class: "look" }, details.filter(Boolean).join(" · ")), size, source, warn));
    const tile = { look, key: keyOf(look), name: `${name}, ${details.filter(Boolean).join(", ")}`, element, picture, image, frame, errors, size, warn,
        etag: before?.etag || "", tree: null, treeTag: "", points: before?.points || points(look), problems: [], facts: null };
    tile.load = oneByOne(async (flashes) => {
        try { await draw(tile, flashes); } catch (error) { if (!lost) fail(tile, [{ message: error.message }]); }
    });
    tile.loadTree = oneByOne(() => readTree(tile));
    picture.setAttribute("aria-label", tile.name);
    // The layout can move a picture under a pointer that rests: that is no move of the pointer.
    for (const type of ["pointerenter", "pointermove"]) picture.addEventListener(type, (event) => hoverPicture(tile, event));
    picture.addEventListener("pointerleave", () => { pointer = null; if (!pinned) showNode(null); });
    picture.addEventListener("click", (event) => pinPicture(tile, event));
    picture.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        select(tile);
        $("inspector").focus();
    });
    measure(tile);
    return tile;
}

function measure(tile) {
    tile.picture.style.setProperty("--w", `${tile.points[0] * zoom()}px`);
    tile.picture.style.setProperty("--h", `${tile.points[1] * zoom()}px`);
}

function layTiles() {
    const before = new Map(tiles.map((tile) => [tile.key, tile]));
    // The line of a preview can move: its caption is then made again.
    const isSame = (tile, look) => tile && tile.look.file === look.file && tile.look.line === look.line && tile.look.family === look.family;
    tiles = wanted().map((look) => {
        const tile = before.get(keyOf(look));
        return isSame(tile, look) ? tile : makeTile(look, tile);
    });
    const grid = $("grid");
    grid.replaceChildren();
    const rowOf = ({ look }) => look.subject || look.family;
    const names = [...new Set(tiles.map(rowOf))];
    // The looks of a family, and the pictures of a widget or a preview, share a row; if every row had one picture, all share one.
    const rows = names.length === tiles.length ? [tiles] : names.map((name) => tiles.filter((tile) => rowOf(tile) === name));
    for (const row of rows) grid.append(make("div", { class: "family" }, ...row.map(({ element }) => element)));
    if (!tiles.length) grid.append(nothing());
    for (const tile of tiles) measure(tile);
    const key = state.picture;
    select(tiles.find((tile) => tile.key === key) || tiles.find((tile) => tile === selected) || tiles[0] || null, true);
}

// What stands in place of pictures.
function nothing() {
    if (project.items.length) return make("p", { class: "empty" }, "Choose a family to see it here.");
    if (project.problems.length) return make("div", { class: "broken alone" }, ...project.problems.slice(0, 5).map(errorBox));
    if (building) return make("p", { class: "empty" }, "The first build makes Subdial’s modules, which takes some minutes. ", make("br"), make("span", { id: "step" }, building.step));
    return make("p", { class: "empty" }, "There is nothing to show.");
}

// Runs a job once at a time. A call while it runs makes it run again, so that the last result is the newest.
function oneByOne(job) {
    let running = null;
    let next = null;
    return (...values) => {
        next = values;
        running ||= (async () => {
            try {
                while (next) {
                    const values = next;
                    next = null;
                    await job(...values);
                }
            } finally { running = null; }
        })();
        return running;
    };
}

async function draw(tile, flashes) {
    const address = query(tile.look);
    const facts = await ask(`picture.json?${address}`);
    if (!facts.ok) return fail(tile, facts.problems);
    if (facts.etag !== tile.etag) {
        const next = make("img", { draggable: "false" });
        // The tag makes the URL unique: otherwise the browser would use its cached picture.
        next.src = `picture.png?${address}&v=${encodeURIComponent(facts.etag.replace(/[^\w-]/g, ""))}`;
        await next.decode();
        const isFirst = tile.etag === "";
        tile.image.replaceWith(next);
        tile.image = next;
        tile.etag = facts.etag;
        if (flashes && !isFirst) flash(tile);
    }
    tile.image.alt = facts.label;
    tile.facts = facts;
    tile.points = [facts.width, facts.height];
    measure(tile);
    tile.problems = facts.problems;
    tile.errors.hidden = true;
    tile.element.classList.remove("broken");
    tile.size.textContent = `${number(facts.width)} × ${number(facts.height)} pt · ${facts.pixels[0]} × ${facts.pixels[1]} px`;
    tile.warn.hidden = !facts.problems.length;
    tile.warn.textContent = facts.problems.length === 1 ? "1 warning" : `${facts.problems.length} warnings`;
    tile.warn.title = facts.problems.map((problem) => `${place(problem)}: ${problem.message}`).join("\n");
    if (tile === selected) tile.loadTree();
}

function fail(tile, problems) {
    tile.problems = problems;
    tile.element.classList.add("broken");
    tile.errors.replaceChildren(...problems.slice(0, 1).map(errorBox));
    if (problems.length > 1) tile.errors.append(make("p", { class: "more" }, `and ${problems.length - 1} more in the list beside`));
    tile.errors.hidden = false;
    tile.warn.hidden = true;
    if (tile === selected) showProblems(tile);
}

const errorBox = (problem) => make("div", { class: "error" },
    place(problem) ? make("code", { class: "place" }, place(problem)) : null,
    make("p", { dir: "auto" }, problem.message), excerpt(problem));

function excerpt(problem) {
    if (problem.excerpt === null || problem.excerpt === undefined) return null;
    const indentation = problem.excerpt.length - problem.excerpt.trimStart().length;
    const text = problem.excerpt.trim();
    const start = Math.max(0, (problem.column || 1) - 1 - indentation);
    const line = make("pre", { class: "excerpt", "data-line": problem.line });
    line.append(text.slice(0, start), make("mark", {}, text.slice(start, start + Math.max(1, problem.length)) || " "), text.slice(start + Math.max(1, problem.length)));
    return line;
}

function flash(tile) {
    tile.picture.classList.remove("changed");
    void tile.picture.offsetWidth;
    tile.picture.classList.add("changed");
}

const number = (value) => String(Math.round(value * 100) / 100);

async function refresh(flashes = false) {
    // Visible pictures are requested first, because one thread draws all of them.
    const seen = (tile) => {
        const box = tile.element.getBoundingClientRect();
        return box.bottom > 0 && box.top < innerHeight;
    };
    const order = [...tiles].sort((a, b) => (b === selected) - (a === selected) || seen(b) - seen(a));
    let first = 0;
    await Promise.all(order.map(async (tile) => {
        await tile.load(flashes);
        first ||= performance.now();
    }));
    scheduleLive();
    return { first, last: performance.now() };
}

// Pictures of live entries change by themselves.
let liveTimer = 0;
function scheduleLive() {
    clearTimeout(liveTimer);
    if (!has("entry") || entry() !== "live" || state.at) return;
    const next = Math.min(...tiles.map(({ facts }) => facts && facts.nextChange ? Date.parse(facts.nextChange) : Infinity));
    if (Number.isFinite(next)) liveTimer = setTimeout(() => refresh(), Math.max(250, next - Date.now() + 5));
}

// The tree

let selected = null;
let pinned = null;
let current = null;
// The picture under the pointer, and the pointer's position.
let pointer = null;

function select(tile, isQuiet = false) {
    if (selected === tile && !isQuiet) return;
    if (selected !== tile) {
        selected?.element.classList.remove("selected");
        if (selected) selected.frame.hidden = true;
        pinned = null;
    }
    selected = tile;
    tile?.element.classList.add("selected");
    $("inspected").textContent = tile ? tile.name : "Tree";
    if (!tile) {
        showProblems(project);
        return showTree(null);
    }
    showProblems(tile);
    if (tile.tree) showTree(tile);
    tile.loadTree();
}

async function readTree(tile) {
    if (tile.etag && tile.treeTag !== tile.etag) {
        let answer;
        try { answer = await ask(`tree.json?${query(tile.look)}`); } catch { return; }
        if (!answer.ok) return;
        // The rows of the list belong to these nodes: other nodes of the same tree would have none.
        if (answer.etag !== tile.treeTag) {
            tile.treeTag = answer.etag;
            tile.tree = flatten(answer.tree);
        }
    }
    if (tile !== selected) return;
    showProblems(tile);
    if (tile.tree) showTree(tile);
}

// The nodes in drawing order, each with its depth.
function flatten(tree) {
    const nodes = [];
    const walk = (node, depth) => {
        nodes.push({ ...node, children: undefined, depth, file: tree.files[node.file], isElement: /^[A-Z]/.test(node.name) });
        for (const child of node.children || []) walk(child, depth + 1);
    };
    for (const root of tree.roots) walk(root, 0);
    return nodes;
}

const treeKey = (tile) => `${tile.key} ${tile.treeTag} ${$("elements-only").checked}`;
function showTree(tile) {
    const list = $("tree");
    if (!tile || !tile.tree) { list.replaceChildren(); list.dataset.key = ""; return showNode(null); }
    if (list.dataset.key === treeKey(tile)) return;
    list.dataset.key = treeKey(tile);
    const before = pinned;
    const elementsOnly = $("elements-only").checked;
    const main = tile.tree[0]?.file;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.index : null;
    list.replaceChildren(...tile.tree.map((node, index) => {
        if (elementsOnly && !node.isElement) { node.row = null; return null; }
        node.row = make("button", {
            type: "button", class: node.isElement ? "node" : "node modifier", "data-index": index, tabindex: "-1",
            onpointerenter: () => { if (!pinned) showNode(node, true); },
            onpointerleave: () => { if (!pinned) showNode(null); },
            onfocus: () => { if (!pinned) showNode(node, true); },
            onclick: () => pin(pinned === node ? null : node),
        }, make("span", { class: "name" }, node.name), node.id && node.isElement ? make("span", { class: "id" }, `#${node.id}`) : null,
        node.detail ? make("span", { class: "detail", dir: "auto" }, node.detail) : null,
        node.file ? make("span", { class: "line" }, node.file === main ? String(node.line) : `${node.file.split("/").pop().replace(/\.(yaml|swift)$/, "")}:${node.line}`) : null);
        node.row.style.setProperty("--depth", node.depth);
        return make("li", {}, node.row);
    }).filter(Boolean));
    const rows = list.querySelectorAll("button");
    const keep = focused === null ? null : list.querySelector(`[data-index="${Number(focused)}"]`);
    (keep || rows[0])?.setAttribute("tabindex", "0");
    keep?.focus();
    const path = before ? before.path : state.node;
    const again = path ? tile.tree.find((node) => node.path === path && (!before || node.name === before.name)) : null;
    if (again) return pin(again);
    pinned = null;
    // The pointer may have been over the picture before the tree was loaded.
    showNode(nodeUnderPointer());
}

function showNode(node, fromTree = false) {
    current?.row?.classList.remove("current");
    current = node;
    if (!selected) return;
    const { frame } = selected;
    frame.hidden = !node;
    const box = $("node");
    box.hidden = !node;
    if (!node) return;
    node.row?.classList.add("current");
    if (!fromTree) node.row?.scrollIntoView({ block: "nearest" });
    const [x, y, width, height] = node.frame;
    const [w, h] = selected.points;
    for (const [name, share] of Object.entries({ left: x / w, top: y / h, width: width / w, height: height / h })) {
        frame.style.setProperty(name, `${share * 100}%`);
    }
    frame.dataset.label = `${node.name} ${number(width)} × ${number(height)}`;
    frame.classList.toggle("low", y < 18);
    const where = `${shown(node.file)}:${node.line}:${node.column}`;
    box.replaceChildren(make("p", { class: "where" }, make("strong", {}, node.name), node.id ? ` #${node.id}` : "", " ",
        node.file ? make("button", { type: "button", class: "place", title: "Copy the place", onclick: () => copy(`${node.file}:${node.line}:${node.column}`) }, where) : ""),
    make("dl", {},
        make("div", {}, make("dt", {}, "x, y"), make("dd", {}, `${number(x)}, ${number(y)} pt`)),
        make("div", {}, make("dt", {}, "size"), make("dd", {}, `${number(width)} × ${number(height)} pt`)),
        make("div", {}, make("dt", {}, "path"), make("dd", { class: "path" }, node.path || "–"))),
    node.detail ? make("p", { class: "detail", dir: "auto" }, node.detail) : null);
}

function pin(node) {
    pinned?.row?.classList.remove("pinned");
    pinned?.row?.removeAttribute("aria-current");
    pinned = node;
    state.node = node ? node.path : "";
    state.picture = node && selected ? selected.key : "";
    showNode(node, document.activeElement === node?.row);
    node?.row?.classList.add("pinned");
    node?.row?.setAttribute("aria-current", "true");
    keepState();
}

// The deepest node under the pointer; of several at the same depth, the one drawn last.
function nodeAt(tile, event) {
    if (!tile.tree) return null;
    const box = tile.picture.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * tile.points[0];
    const y = (event.clientY - box.top) / box.height * tile.points[1];
    let found = null;
    for (const node of tile.tree) {
        const [left, top, width, height] = node.frame;
        if (x < left || y < top || x > left + width || y > top + height) continue;
        if ($("elements-only").checked && !node.isElement) continue;
        if (!found || node.depth >= found.depth) found = node;
    }
    return found;
}

const nodeUnderPointer = () => pointer && pointer.tile === selected ? nodeAt(pointer.tile, pointer) : null;

// Without a tree there is no node yet: 'showTree' shows it.
function hoverPicture(tile, event) {
    pointer = { tile, clientX: event.clientX, clientY: event.clientY };
    if (pinned) return;
    if (tile !== selected) select(tile);
    else if (!tile.tree) tile.loadTree();
    const node = nodeUnderPointer();
    if (node !== current) showNode(node);
}

async function pinPicture(tile, event) {
    if (tile !== selected) select(tile);
    if (!tile.tree) await tile.loadTree();
    if (tile !== selected) return;
    const node = nodeAt(tile, event);
    pin(node === pinned ? null : node);
}

function showProblems(tile) {
    $("problems").replaceChildren(...tile.problems.map((problem) => make("div", { class: problem.severity === "warning" ? "problem warning" : "problem" },
        problem.file ? make("button", { type: "button", class: "place", title: "Copy the place",
            onclick: () => copy([problem.file, problem.line, problem.column].filter(Boolean).join(":")) }, place(problem)) : null,
        make("p", { dir: "auto" }, problem.message))));
}

async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        say(`copied ${shown(text)}`);
    } catch { say("this browser copies nothing here"); }
}

// Choices

function choices() {
    const picks = (id, key, names, role) => {
        const box = $(id);
        const focused = box.contains(document.activeElement) ? document.activeElement.dataset.word : null;
        const marked = chosen(key);
        box.replaceChildren(...Object.entries(names).map(([word, name]) => make("button", {
            type: "button", class: role, "data-word": word, "aria-pressed": String(marked.includes(word)), onclick: () => toggle(key, word),
        }, name)));
        if (focused !== null) [...box.children].find((child) => child.dataset.word === focused)?.focus();
    };
    for (const element of document.querySelectorAll("[data-choice]")) element.hidden = !has(element.dataset.choice);
    picks("subjects", "subjects", Object.fromEntries(subjects().map((subject) => [subject, subject])), "check");
    const entries = $("entry");
    const options = [["sample", "sample"], ["live", "live"], ...project.entries.map((name) => [name, name])];
    if (!options.some(([value]) => value === entry())) options.push([entry(), entry()]);
    entries.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
    entries.value = entry();
    picks("families", "families", Object.fromEntries(project.families.map((family) => [family, familyNames[family] || family])), "check");
    picks("appearances", "appearances", appearances);
    picks("modes", "modes", modes);
    picks("themes", "themes", Object.fromEntries(project.themes.map((theme) => [theme, theme])), "check");
    const devices = chosen("devices");
    $("devices").replaceChildren(...(devices.length ? devices : ["usual"]).map((id) => {
        const device = project.devices.find((known) => known.id === id);
        return device
            ? make("button", { type: "button", "aria-label": `Take ${device.name} away`, onclick: () => toggle("devices", id) }, device.name, make("span", { "aria-hidden": "true" }, " ×"))
            : make("span", { class: "usual" }, "the usual one of each family");
    }));
    const families = chosen("families");
    const addable = project.devices.filter(({ id, families: has }) => !devices.includes(id) && families.some((family) => has[family]));
    $("add-device").replaceChildren(make("option", { value: "" }, "Add a device…"), ...addable.map(({ id, name }) => make("option", { value: id }, name)));
    const sizes = $("type-size");
    sizes.max = project.typeSizes.length - 1;
    sizes.value = project.typeSizes.indexOf(state.typeSize || standardTypeSize);
    $("type-size-name").textContent = state.typeSize || "the device’s";
    sizes.setAttribute("aria-valuetext", state.typeSize || "the device’s");
    $("language").replaceChildren(make("option", { value: "" }, "English"), ...project.languages.filter((tag) => tag !== "en").map((tag) => make("option", { value: tag }, languageName(tag))));
    for (const key of values.filter((key) => key !== "typeSize")) $(key).value = state[key];
    $("zoom").textContent = `${Math.round(zoom() * 100)} %`;
    $("title").textContent = project.title;
    document.title = `${project.title} – preview`;
    $("version").textContent = `Subdial ${project.version}`;
}

function languageName(tag) {
    try { return new Intl.DisplayNames(["en"], { type: "language" }).of(tag); } catch { return tag; }
}

function toggle(key, word) {
    const now = chosen(key);
    // Of all widgets and previews, a first click chooses one alone: there may be many.
    const isAlone = key === "subjects" && now.length > 1 && now.length === subjects().length;
    const next = isAlone ? [word] : now.includes(word) ? now.filter((other) => other !== word) : [...now, word];
    // The last value of an option cannot be removed: a picture needs an appearance and a theme. No subject means all.
    if (!next.length && key !== "devices" && key !== "subjects") return;
    state[key] = next.map(listed);
    changed();
}

function changed() {
    keepState();
    choices();
    layTiles();
    return refresh();
}

// Time

const clockText = (date) => date.toISOString().slice(11, 19);
const isoText = (time) => new Date(time).toISOString().replace(".000Z", "Z");

async function loadTimeline() {
    if (!has("time")) return;
    let answer;
    try { answer = await ask(`timeline.json?entry=${encodeURIComponent(entry())}`); } catch { return; }
    const isThere = answer.ok;
    for (const id of ["time", "play", "now"]) $(id).disabled = !isThere;
    if (!isThere) { stretch = null; $("marks").replaceChildren(); $("moment").textContent = ""; return; }
    stretch = { start: Date.parse(answer.start), end: Date.parse(answer.end), now: Date.parse(answer.now), isLive: answer.isLive, marks: answer.marks };
    const length = Math.max(1, stretch.end - stretch.start);
    $("time").max = Math.ceil(length / 1000);
    $("marks").replaceChildren(...answer.marks.map(({ date, what }) => {
        const mark = make("i", { title: `${clockText(new Date(date))} ${what}`, "data-what": what });
        mark.style.setProperty("left", `${(Date.parse(date) - stretch.start) / length * 100}%`);
        return mark;
    }));
    showMoment();
}

const momentShown = () => state.at ? Date.parse(state.at) : stretch ? (stretch.isLive ? Date.now() : stretch.now) : 0;

function showMoment() {
    if (!stretch) return;
    const seconds = (momentShown() - stretch.start) / 1000;
    $("time").value = Math.round(seconds);
    const length = Math.max(1, (stretch.end - stretch.start) / 1000);
    $("time").style.setProperty("--share", `${Math.min(1, Math.max(0, seconds / length)) * 100}%`);
    const text = `${clockText(new Date(momentShown()))}${seconds >= 0.5 ? ` +${duration(seconds)}` : ""}`;
    $("moment").textContent = text;
    $("time").setAttribute("aria-valuetext", text);
    $("now").disabled = !state.at;
}

function duration(seconds) {
    const whole = Math.round(seconds);
    const two = (part) => String(part).padStart(2, "0");
    return whole < 3600 ? `${Math.floor(whole / 60)}:${two(whole % 60)}` : `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

let moving = null;
// One request at a time: while the slider is dragged some moments are skipped, but never the last one.
async function moveTo(time) {
    if (!stretch) return;
    state.at = Math.abs(time - stretch.now) < 1 && !stretch.isLive ? "" : isoText(Math.min(Math.max(time, stretch.start), stretch.end));
    keepState();
    showMoment();
    if (moving) { moving = "again"; return; }
    do {
        moving = "once";
        await refresh();
    } while (moving === "again");
    moving = null;
}

let playing = 0;
let playedAt = 0;
function play(wants) {
    clearInterval(playing);
    playing = 0;
    $("play").setAttribute("aria-pressed", String(wants));
    $("play").setAttribute("aria-label", wants ? "Pause" : "Play");
    if (!wants || !stretch) return;
    if (momentShown() >= stretch.end) state.at = "";
    playedAt = performance.now();
    playing = setInterval(() => {
        const passed = performance.now() - playedAt;
        playedAt = performance.now();
        const next = momentShown() + passed * Number($("speed").value);
        moveTo(next);
        if (next >= stretch.end) play(false);
    }, 200);
}

// Saves

let lost = false;
let silence = 0;
function say(text, kind = "") {
    clearTimeout(silence);
    const pill = $("state");
    pill.textContent = text;
    pill.className = `pill ${kind}`;
    if (kind !== "lost" && kind !== "bad" && kind !== "busy") silence = setTimeout(() => pill.classList.add("quiet"), 4000);
}

async function readProject() {
    project = await ask("project.json");
    revision = project.revision;
    building = project.building;
}

const seconds = (milliseconds) => milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
const named = (files) => files.length > 1 ? `${files[0].split("/").pop()} and ${files.length - 1} more` : files.length ? files[0].split("/").pop() : "";

let building = null;
// A build in progress; null if there is none.
function showBuilding(told) {
    building = told;
    if (!told) return;
    const name = named(told.files);
    say(`${name ? `${name}: ` : ""}building… ${told.step}`, "busy");
    const step = $("step");
    if (step) step.textContent = told.step;
    else if (project && !tiles.length && !project.items.length) layTiles();
}

async function saved({ revision: now, files, age, built }) {
    const start = performance.now() - age;
    revision = now;
    building = null;
    // The available choices may have changed too, and are requested in parallel with the pictures.
    const [done] = await Promise.all([refresh(true), readProject()]);
    const keys = tiles.map(({ key }) => key).join();
    choices();
    loadTimeline();
    if (!tiles.length || wanted().map(keyOf).join() !== keys || tiles.some(({ look }) => look.picture)) { layTiles(); await refresh(); }
    const broken = tiles.filter(({ element }) => element.classList.contains("broken")).length;
    // The problems are listed next to the pictures, unless another picture is being inspected.
    if (broken && !pinned && !selected?.element.classList.contains("broken")) select(tiles.find(({ element }) => element.classList.contains("broken")));
    const what = named(files) || project.title;
    const took = Math.max(1, Math.round(done.first - start)), all = Math.max(1, Math.round(done.last - start));
    document.documentElement.dataset.redrawn = String(took);
    const compiled = typeof built === "number" ? `, of which ${seconds(Math.round(built * 1000))} to build` : "";
    if (building) showBuilding(building);
    else if (project.problems.length && !tiles.length) say(`${what}: not drawn`, "bad");
    else if (broken) say(`${what}: ${broken === tiles.length ? "not drawn" : `${broken} not drawn`}`, "bad");
    else say((tiles.length > 1 && all > took * 1.5 ? `${what}: redrawn in ${seconds(took)}, all in ${seconds(all)}` : `${what}: redrawn in ${seconds(all)}`) + compiled, "good");
}

let saving = Promise.resolve();
function listen() {
    const source = new EventSource("events");
    source.addEventListener("hello", (event) => {
        const told = JSON.parse(event.data);
        if (lost) { lost = false; say("connected again"); }
        showBuilding(told.building);
        saving = saving.then(() => told.revision === revision ? null : start()).catch(() => {});
    });
    source.addEventListener("change", (event) => {
        const told = JSON.parse(event.data);
        const heard = performance.now();
        saving = saving.then(() => saved({ ...told, age: told.age + performance.now() - heard })).catch(() => {});
    });
    source.addEventListener("build", (event) => showBuilding(JSON.parse(event.data)));
    source.addEventListener("live", () => { if (entry() === "live") refresh(); });
    source.addEventListener("error", () => {
        lost = true;
        say("no connection", "lost");
        // After a refusal, EventSource does not reconnect by itself.
        if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    });
}

// Snapshot cases

let caseQuestion = 0;
async function tellCase() {
    if (!selected) return;
    const question = ++caseQuestion;
    const answer = await ask(`snapshot.json?${query(selected.look, { name: $("case-name").value, scale: "" })}`).catch((error) => ({ ok: false, error: error.message }));
    if (question !== caseQuestion) return;
    $("case-message").textContent = answer.ok ? "" : answer.error || (answer.problems || []).map(({ message }) => message).join("; ");
    $("case-message").className = answer.ok ? "" : "bad";
    if (answer.ok) {
        $("case-text").textContent = answer.text;
        if (!$("case-name").value) $("case-name").placeholder = answer.name;
        const parts = [answer.suite ? `Goes into ${shown(answer.suite)}.` : "Start with --suite FILE to have it written; until then it can be copied."];
        if (answer.entryFile) parts.push(`The entry is written to ${shown(answer.entryFile)}.`);
        $("case-place").textContent = parts.join(" ");
    }
    $("case-add").disabled = !answer.ok || !answer.suite;
    $("case-copy").disabled = !answer.ok;
}

async function addCase() {
    const body = Object.fromEntries(query(selected.look, { name: $("case-name").value || $("case-name").placeholder, scale: "" }));
    $("case-add").disabled = true;
    let answer;
    try {
        answer = await ask("snapshot", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    } catch (error) { answer = { ok: false, error: error.message }; }
    $("case-message").textContent = answer.ok ? `${answer.message}. 'subdial snapshot record' draws its reference.` : answer.error;
    $("case-message").className = answer.ok ? "good" : "bad";
}

// Input

function connect() {
    $("entry").addEventListener("change", (event) => {
        state.entry = event.target.value;
        state.at = "";
        play(false);
        changed();
        loadTimeline();
    });
    $("add-device").addEventListener("change", (event) => { if (event.target.value) toggle("devices", event.target.value); });
    for (const key of values.filter((key) => key !== "typeSize")) {
        $(key).addEventListener("change", (event) => { state[key] = event.target.value; changed(); });
    }
    $("type-size").addEventListener("input", (event) => setTypeSize(Number(event.target.value)));
    $("type-size-name").addEventListener("click", () => { state.typeSize = ""; changed(); });
    $("zoom-in").addEventListener("click", () => setZoom(1));
    $("zoom-out").addEventListener("click", () => setZoom(-1));
    $("elements-only").addEventListener("change", () => { if (selected) showTree(selected); });
    $("time").addEventListener("input", (event) => { play(false); moveTo(stretch.start + Number(event.target.value) * 1000); });
    $("now").addEventListener("click", () => { play(false); backToNow(); });
    $("play").addEventListener("click", () => play(!playing));
    $("tree").addEventListener("keydown", (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const rows = [...$("tree").querySelectorAll("button")];
        const next = rows[rows.indexOf(document.activeElement) + step];
        if (!next) return;
        for (const row of rows) row.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
    });
    $("snapshot").addEventListener("click", () => {
        $("case-name").value = "";
        $("case").showModal();
        tellCase();
    });
    $("case-name").addEventListener("input", tellCase);
    $("case-name").addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
    $("case-copy").addEventListener("click", () => copy(`${$("case-text").textContent}\n`));
    $("case-add").addEventListener("click", addCase);
    for (const [button, panel] of [["choose", "choices"], ["inspect", "inspector"]]) {
        $(button).addEventListener("click", () => {
            const isOpen = $(panel).classList.toggle("open");
            $(button).setAttribute("aria-expanded", String(isOpen));
            if (isOpen) $(panel).focus();
        });
    }
    addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || $("case").open || event.target.matches("input:not([type=range]), select, textarea")) return;
        const isButton = event.target.matches("button, [role=button]");
        switch (event.key) {
        case "d": state.appearances = chosen("appearances").join() === "dark" ? ["light"] : ["dark"]; changed(); break;
        case "+": case "=": setTypeSize(typeSizeIndex() + 1); break;
        case "-": setTypeSize(typeSizeIndex() - 1); break;
        case "n": if (!has("time")) return; play(false); backToNow(); break;
        case " ": if (isButton || !has("time")) return; play(!playing); break;
        case "Escape": pin(null); break;
        default: return;
        }
        event.preventDefault();
    });
    addEventListener("popstate", () => { readState(); changed(); });
}

const typeSizeIndex = () => project.typeSizes.indexOf(state.typeSize || standardTypeSize);
function setTypeSize(index) {
    const name = project.typeSizes[Math.min(Math.max(index, 0), project.typeSizes.length - 1)];
    state.typeSize = name === standardTypeSize ? "" : name;
    changed();
}

const zooms = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];
function setZoom(step) {
    const index = zooms.findIndex((value) => value >= zoom());
    state.zoom = String(zooms[Math.min(Math.max(index + step, 0), zooms.length - 1)]);
    keepState();
    choices();
    for (const tile of tiles) measure(tile);
}

async function backToNow() {
    state.at = "";
    keepState();
    await loadTimeline();
    await refresh();
}

async function start() {
    await readProject();
    choices();
    layTiles();
    loadTimeline();
    await refresh();
    if (building) showBuilding(building);
    else if (tiles.length || !project.problems.length) say(`${tiles.length} ${tiles.length === 1 ? "picture" : "pictures"}`);
    else say("not drawn", "bad");
    document.documentElement.dataset.ready = "true";
}

readState();
connect();
saving = start().catch((error) => say(error.message, "lost"));
listen();
})();
