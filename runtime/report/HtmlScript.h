// What the page can do with a script: search, filter, sort, expand, and one JVM's findings. Everything is readable
// without it. The page's policy lets only this text run, by its hash (tests/unit/report/check_page.py computes it).
#pragma once

namespace isl::report {

inline constexpr char kScriptHash[] = "sha256-QE2r6MPTM1AMs//M6nh4mhnM+F7ORrw+fviYvCgHiSU=";

inline constexpr char kScript[] = R"js(
"use strict";
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
for (const form of all("form.tools")) {
  const list = document.getElementById(form.dataset.list), items = [...list.children], texts = new Map();
  const field = name => form.elements.namedItem(name), value = name => field(name) ? field(name).value : "";
  const text = item => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };
  const say = shown => {
    form.querySelector("output").textContent = shown + " of " + items.length + " shown";
  };
  const filter = () => {
    const words = value("q").toLowerCase().split(/\s+/).filter(Boolean), kind = value("kind"), jvm = value("jvm");
    let shown = 0;
    for (const item of items) {
      const fits = (!kind || item.dataset.kind === kind) && (!jvm || item.dataset.jvms.split(" ").includes(jvm)) &&
        words.every(word => text(item).includes(word));
      item.hidden = !fits;
      shown += fits;
    }
    say(shown);
    for (const button of all(`button[data-list="${list.id}"]`))
      button.setAttribute("aria-pressed", button.dataset.jvm === jvm);
  };
  const sort = () => {
    const by = value("sort"), names = new Intl.Collator();
    items.sort((a, b) => by === "name" ? names.compare(text(a), text(b)) :
      by === "rank" ? a.dataset.rank - b.dataset.rank : b.dataset[by] - a.dataset[by]);
    list.append(...items);
  };
  form.addEventListener("input", event => event.target.name === "sort" ? sort() : filter());
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("click", event => {
    if (event.target.name !== "open" && event.target.name !== "close") return;
    for (const item of items) item.open = event.target.name === "open";
  });
  form.hidden = false;
  say(items.length);
}
for (const head of all("th[data-jvm]")) {
  const choice = document.querySelector(`form[data-list="${head.dataset.list}"] select[name=jvm]`);
  if (!choice) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  button.dataset.jvm = head.dataset.jvm;
  button.dataset.list = head.dataset.list;
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    choice.value = choice.value === button.dataset.jvm ? "" : button.dataset.jvm;
    choice.dispatchEvent(new Event("input", { bubbles: true }));
    choice.form.scrollIntoView();
  });
  head.replaceChildren(button);
}
document.addEventListener("keydown", event => {
  const search = document.querySelector("input[type=search]");
  if (event.key !== "/" || !search || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  event.preventDefault();
  search.focus();
});
const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  for (let at = target; at; at = at.parentElement) {
    if (at.tagName === "DETAILS") at.open = true;
    at.hidden = false;
  }
  if (target) target.scrollIntoView();
};
addEventListener("hashchange", openTarget);
openTarget();
)js";

}  // namespace isl::report
