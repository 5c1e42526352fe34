// Makes elements, and updates a part of the page without losing the focus.

const SVG = "http://www.w3.org/2000/svg";

// Strings become text and never markup, so names and sentences of strangers are harmless.
function build(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    const spoken = name.startsWith("aria-"); // "false" is a value of these attributes, so it is written
    if (value === null || value === undefined || (value === false && !spoken)) continue;
    // The content security policy forbids style attributes, but not this.
    if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else element.setAttribute(name, value === true && !spoken ? "" : String(value));
  }
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  return element;
}

export const h = (tag, props, ...children) => build(document.createElement(tag), props, children);
export const svg = (tag, props, ...children) => build(document.createElementNS(SVG, tag), props, children);

// A name that somebody chose. <bdi> keeps a name that is written from right to left from reordering the
// text around it.
export const person = (name) => h("bdi", { class: "person" }, name ?? "…");

const key = (node) => (node.nodeType === 1 ? (node.getAttribute("data-key") ?? node.id) : "");
const alike = (a, b) => a.nodeName === b.nodeName && key(a) === key(b);

function update(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes])
    // A <details> that the reader has opened stays open.
    if (name !== "style" && name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
  if (old.nodeName === "INPUT" || old.nodeName === "SELECT") {
    if (document.activeElement !== old || old.nodeName === "INPUT") old.value = fresh.value;
    if (old.nodeName === "SELECT") return;
  }
  patch(old, [...fresh.childNodes]);
}

// Makes `next` the children of `parent`, but updates and moves elements that are there already. Does not
// move an element that is in its place, because moving takes the focus away.
function patch(parent, next) {
  const pool = [...parent.childNodes];
  const kept = next.map((fresh) => {
    const index = pool.findIndex((old) => alike(old, fresh));
    return index < 0 ? null : pool.splice(index, 1)[0];
  });
  for (const old of pool) old.remove();
  let at = parent.firstChild;
  next.forEach((fresh, index) => {
    const old = kept[index];
    if (old) update(old, fresh);
    if (old && old === at) at = at.nextSibling;
    else parent.insertBefore(old ?? fresh, at);
  });
}

// Replaces the children of `parent` by `next`, but keeps elements that are there already: those with the
// same tag and the same data-key or id. If the element with the focus is removed, the element with the
// attribute data-home gets the focus.
export function morph(parent, ...next) {
  const before = document.activeElement;
  const inside = before && before !== document.body && parent.contains(before);
  patch(parent, next.flat(Infinity).filter((node) => node instanceof Node));
  if (!inside || document.activeElement === before) return;
  const target = before.isConnected && !before.disabled ? before : parent.querySelector("[data-home]");
  target?.focus({ preventScroll: true });
}
