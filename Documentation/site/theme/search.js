// The search: every word has to be in a section; words in headings count more. The index is loaded when the field is first used.
const script = document.currentScript;
const root = script.dataset.root;
const field = document.getElementById("site-search");
const results = document.getElementById("site-results");
const menu = document.getElementById("site-menu");

let loading = null;
function index() {
  loading ??= new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = `${root}/search/index.js`;
    element.onload = () => {
      const titles = new Map(window.searchIndex.filter((one) => !one.location.includes("#")).map((one) => [one.location, one.title]));
      // A page's own entry has the text of all its sections again.
      resolve(window.searchIndex.filter((one) => one.location.includes("#")).map((one) => ({
        ...one,
        page: titles.get(one.location.split("#")[0]) ?? "",
        heading: one.title.toLowerCase(),
        words: one.text.toLowerCase(),
      })));
    };
    element.onerror = reject;
    document.head.append(element);
  });
  return loading;
}

function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const start = new RegExp(`(^|[^\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "u");
    if (start.test(section.heading)) sum += 20;
    else if (section.heading.includes(word)) sum += 8;
    else if (section.page.toLowerCase().includes(word) && section.words.includes(word)) sum += 5;
    else if (start.test(section.words)) sum += 3;
    else if (section.words.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

// The text around the first word, with the words marked.
function excerpt(section, words) {
  const places = words.map((word) => section.words.indexOf(word)).filter((place) => place >= 0);
  const first = places.length ? Math.min(...places) : 0;
  // From the start of a word on.
  const at = first < 40 ? 0 : section.text.indexOf(" ", first - 40) + 1;
  const text = section.text.slice(at, at + 140);
  const line = document.createElement("span");
  const lower = text.toLowerCase();
  let done = 0;
  while (done < text.length) {
    const next = words.map((word) => [lower.indexOf(word, done), word.length]).filter(([place]) => place >= 0).sort((a, b) => a[0] - b[0])[0];
    if (!next) break;
    line.append(text.slice(done, next[0]));
    const mark = document.createElement("mark");
    mark.textContent = text.slice(next[0], next[0] + next[1]);
    line.append(mark);
    done = next[0] + next[1];
  }
  line.append(text.slice(done));
  return line;
}

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = words.length ? await index() : [];
  const found = sections.map((section) => [score(section, words), section]).filter(([sum]) => sum > 0).sort((a, b) => b[0] - a[0]).slice(0, 12);
  results.replaceChildren(...found.map(([, section]) => {
    const link = document.createElement("a");
    link.href = `${root}/${section.location}`;
    const title = document.createElement("strong");
    title.textContent = section.page && section.page !== section.title ? `${section.page}: ${section.title}` : section.title;
    link.append(title, excerpt(section, words));
    link.addEventListener("click", () => { results.hidden = true; });
    return link;
  }));
  if (words.length && !found.length) results.textContent = "Nothing found";
  results.hidden = !words.length;
}

field.addEventListener("input", search);
field.addEventListener("focus", () => { index(); if (field.value) search(); });
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter") results.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") results.hidden = true;
  if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  const links = [...results.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (results.hidden || !["ArrowDown", "ArrowUp"].includes(event.key) || (at < 0 && document.activeElement !== field)) return;
  event.preventDefault();
  (links[at + (event.key === "ArrowDown" ? 1 : -1)] ?? field).focus();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("search")) results.hidden = true;
});

menu.addEventListener("click", () => {
  const open = document.body.classList.toggle("menu");
  menu.setAttribute("aria-expanded", String(open));
});
