"use strict";

// Texts are always inserted as text nodes, never as markup. Offsets count UTF-16 code units, like those of the server.

const byId = (id) => document.getElementById(id);
const view = byId("document");
const editor = byId("editor");

let models = [];
let current = null; // {text, sentences, segments, layer}

/** Returns a new element with attributes and event listeners (on…). The children are elements or strings. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (value !== null) {
      made.setAttribute(key, value);
    }
  }
  made.append(...children);
  return made;
}

function say(message, isProblem) {
  byId("status").textContent = message;
  byId("status").classList.toggle("problem", Boolean(isProblem));
}

async function ask(path, body) {
  const answer = await fetch(path, body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    const problem = await answer.json().catch(() => ({}));
    throw new Error(problem.error || "The server returned HTTP status " + answer.status);
  }
  return answer;
}

async function loadModels() {
  const list = await (await ask("v1/models")).json();
  models = list.shipped;
  for (const model of models) {
    byId("model").append(element("option", { value: model.name }, model.name + " (" + model.language + ")"));
  }
  byId("suggest").disabled = models.length === 0;
  if (models.length === 0) {
    say("The server was started without a model.", true);
  }
}

function chosenModel() {
  return models.find((model) => model.name === byId("model").value);
}

async function suggest() {
  closeEditor();
  const text = byId("text").value;
  if (text.trim() === "") {
    say("Enter a text first.", true);
    return;
  }
  say("…");
  byId("suggest").disabled = true;
  try {
    const model = chosenModel();
    const answer = await (await ask("v1/tag", { text, model: model.name })).json();
    current = {
      text,
      model: model.name,
      language: model.language,
      layer: model.layer,
      types: model.types,
      sentences: answer.sentences,
      segments: answer.segments,
      removed: [],
    };
    say(answer.segments.length + " suggestions");
    show();
  } catch (problem) {
    say(problem.message, true);
  } finally {
    byId("suggest").disabled = false;
  }
}

/** Returns the hue of a type. The hues of all types are evenly spaced. */
function hue(type) {
  const types = allTypes();
  return Math.round((types.indexOf(type) * 360) / Math.max(1, types.length) + 210) % 360;
}

function allTypes() {
  const types = new Set(current.types);
  current.segments.forEach((segment) => types.add(segment.type));
  return [...types].sort();
}

function percent(probability) {
  return Math.round(100 * probability) + " %";
}

function paint(made, type, probability) {
  const strength = 0.12 + 0.38 * probability;
  made.style.backgroundColor = "hsl(" + hue(type) + " 75% 50% / " + strength.toFixed(2) + ")";
  made.style.borderBottomColor = "hsl(" + hue(type) + " 70% var(--underline))";
  return made;
}

function show() {
  document.querySelector(".result").hidden = false;
  byId("download").disabled = false;
  current.segments.sort((one, other) => one.begin - other.begin);
  view.replaceChildren();
  let end = 0;
  for (const segment of current.segments) {
    view.append(current.text.slice(end, segment.begin), marked(segment));
    end = segment.end;
  }
  view.append(current.text.slice(end));
  showLegend();
  showList();
}

function marked(segment) {
  const label = segment.own ? segment.type + " ✓" : segment.type + " " + percent(segment.probability);
  return paint(
    element(
      "mark",
      {
        class: segment.own ? "own" : null,
        tabindex: "0",
        role: "button",
        "aria-label": segment.text + ", " + label,
        onclick: (event) => edit(segment, event.currentTarget),
        onkeydown: (event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            edit(segment, event.currentTarget);
          }
        },
      },
      segment.text,
      element("sub", { "aria-hidden": "true" }, label)
    ),
    segment.type,
    segment.own ? 1 : segment.probability
  );
}

function showLegend() {
  const counts = new Map();
  current.segments.forEach((segment) => counts.set(segment.type, (counts.get(segment.type) || 0) + 1));
  byId("legend").replaceChildren(
    ...[...counts.keys()].sort().map((type) =>
      paint(element("span", { class: "legend" }, type + " " + counts.get(type)), type, 0.5)
    )
  );
}

function showList() {
  const doubtful = current.segments.filter((segment) => !segment.own);
  doubtful.sort((one, other) => one.probability - other.probability);
  byId("list").replaceChildren(
    ...doubtful.slice(0, 20).map((segment) =>
      element(
        "tr",
        {},
        element("td", {}, segment.text),
        element("td", {}, segment.type),
        element("td", { class: "number" }, percent(segment.probability)),
        element("td", { class: "why" }, segment.reasons.join("; "))
      )
    )
  );
}

/** Opens the editor for an existing or new segment, below the clicked element or selected range. */
function edit(segment, anchor) {
  const isNew = !current.segments.includes(segment);
  editor.replaceChildren(
    element("h2", {}, segment.text),
    element(
      "p",
      {},
      isNew ? "Add as" : segment.own ? "Set by you" : percent(segment.probability) + " " + segment.type +
        (segment.reasons.length ? ", reasons: " + segment.reasons.join("; ") : "")
    )
  );
  if (segment.alternatives.length) {
    editor.append(
      element("p", {}, "Alternatives"),
      element("div", { class: "row" }, ...segment.alternatives.map((other) => alternative(segment, other)))
    );
  }
  const own = element("input", { "aria-label": "Another type", placeholder: "another type" });
  own.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && own.value.trim() !== "") {
      change(segment, { type: own.value.trim() });
    }
  });
  editor.append(
    element(
      "div",
      { class: "row" },
      ...allTypes().map((type) =>
        element(
          "button",
          {
            type: "button",
            "data-type": type,
            "aria-pressed": String(!isNew && type === segment.type),
            onclick: () => change(segment, { type }),
          },
          type
        )
      ),
      own
    ),
    element(
      "div",
      { class: "row" },
      isNew ? "" : element("button", { type: "button", id: "remove", onclick: () => remove(segment) }, "Remove"),
      element("button", { type: "button", onclick: closeEditor }, "Close")
    )
  );
  editor.hidden = false;
  const place = anchor.getBoundingClientRect();
  const left = Math.min(place.left, document.documentElement.clientWidth - editor.offsetWidth - 16);
  editor.style.left = Math.max(8, left + window.scrollX) + "px";
  editor.style.top = place.bottom + window.scrollY + 6 + "px";
  editor.querySelector("button").focus();
}

function alternative(segment, other) {
  return element(
    "button",
    { type: "button", onclick: () => change(segment, { type: other.type, begin: other.begin, end: other.end }) },
    (other.text === segment.text ? "" : other.text + " ") + other.type + " " + percent(other.probability)
  );
}

function isSame(one, other) {
  return one.begin === other.begin && one.end === other.end && one.type === other.type;
}

/** Changes a segment. The user's segment is certain, and replaces all segments that it overlaps. */
function change(segment, changes) {
  const changed = Object.assign({}, segment, changes, { own: true, probability: 1, reasons: [], alternatives: [] });
  changed.text = current.text.slice(changed.begin, changed.end);
  current.segments = current.segments.filter(
    (other) => !isSame(other, segment) && (other.end <= changed.begin || other.begin >= changed.end)
  );
  current.segments.push(changed);
  closeEditor();
  show();
  suggestRest();
}

/**
 * Updates the suggestions, conditional on the segments that the user has set. The response is ignored if the user
 * changes these segments in the meantime.
 */
async function suggestRest() {
  const asked = current;
  const own = asked.segments.filter((segment) => segment.own);
  try {
    const answer = await (await ask("v1/tag", { text: asked.text, model: asked.model, accepted: own })).json();
    while (!editor.hidden || !window.getSelection().isCollapsed) {
      await new Promise((resolve) => setTimeout(resolve, 100)); // don't move segments while the user edits or selects
    }
    const now = current.segments.filter((segment) => segment.own);
    if (current === asked && now.length === own.length && now.every((segment, i) => isSame(segment, own[i]))) {
      current.segments = own.concat(
        answer.segments.filter(
          (segment) =>
            !current.removed.some((removed) => isSame(removed, segment)) &&
            !own.some((other) => other.begin < segment.end && other.end > segment.begin)
        )
      );
      show();
    }
  } catch (problem) {
    say(problem.message, true);
  }
}

function remove(segment) {
  current.segments = current.segments.filter((other) => !isSame(other, segment));
  current.removed.push(segment);
  closeEditor();
  show();
  if (segment.own) {
    suggestRest();
  }
}

function closeEditor() {
  editor.hidden = true;
}

/** Returns the offset in the text of a position in the view, without the labels of segments. */
function offsetOf(node, offset) {
  const range = document.createRange();
  range.setStart(view, 0);
  range.setEnd(node, offset);
  const before = range.cloneContents();
  before.querySelectorAll("sub").forEach((label) => label.remove());
  return before.textContent.length;
}

/** Opens the editor for a new segment that consists of the selected tokens. */
function addSelected() {
  const selection = window.getSelection();
  if (!current || selection.isCollapsed || !selection.rangeCount) {
    return;
  }
  const range = selection.getRangeAt(0);
  if (!view.contains(range.startContainer) || !view.contains(range.endContainer)) {
    return;
  }
  const from = offsetOf(range.startContainer, range.startOffset);
  const to = offsetOf(range.endContainer, range.endOffset);
  for (const tokens of current.sentences) {
    const touched = tokens.filter(([begin, end]) => begin < to && end > from);
    if (touched.length) {
      const begin = touched[0][0];
      const end = touched[touched.length - 1][1];
      const text = current.text.slice(begin, end);
      edit({ begin, end, text, type: "", layer: current.layer, reasons: [], alternatives: [] }, range);
      return;
    }
  }
}

async function download() {
  try {
    const answer = await ask("v1/xmi", {
      text: current.text,
      language: current.language,
      sentences: current.sentences,
      segments: current.segments.map(({ begin, end, type, own, probability }) => ({
        begin,
        end,
        type,
        layer: current.layer,
        ...(own ? {} : { probability, model: current.model }),
      })),
      typeSystem: true,
    });
    const url = URL.createObjectURL(await answer.blob());
    const link = element("a", { href: url, download: "document.zip" });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    say("document.zip: " + current.segments.length + " segments");
  } catch (problem) {
    say(problem.message, true);
  }
}

byId("suggest").addEventListener("click", suggest);
byId("download").addEventListener("click", download);
view.addEventListener("mouseup", () => setTimeout(addSelected, 0));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    closeEditor();
  }
});
document.addEventListener("mousedown", (event) => {
  if (!editor.hidden && !editor.contains(event.target)) {
    closeEditor();
  }
});
loadModels().catch((problem) => say(problem.message, true));
