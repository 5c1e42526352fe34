// How two Matrix clients draw a message: the tags that they keep, and sizes as measured in Element Web 1.11.81 and Cinny 4.2.2.

// The tags and attributes that a client should keep: https://spec.matrix.org/latest/client-server-api/#mroommessage-msgtypes
const TAGS =
  "del h1 h2 h3 h4 h5 h6 blockquote p a ul ol sup sub li b i u strong em s code hr br div table thead tbody tr th td caption pre span img details summary";
const ATTRIBUTES = {
  span: ["data-mx-bg-color", "data-mx-color", "data-mx-spoiler", "data-mx-maths"],
  a: ["href", "target"],
  img: ["width", "height", "alt", "title", "src"],
  ol: ["start"],
  code: ["class"],
  div: ["data-mx-maths"],
};
export const ALLOWED = Object.fromEntries(TAGS.split(" ").map((tag) => [tag, ATTRIBUTES[tag] ?? []]));

// `room` is what the width of the screen has more than the text. A machine without the client's fonts gets their widths by
// letter-spacing: `letter` is the mean width of the letters of SAMPLE, and `fixed` the width of a monospaced letter, both in em.
// `frame` is what a message with the sender's name takes above and below its text.
// `finish` is a function of the page, which changes what the client's own program changes in a message.
const SAMPLE = "White is on 7, Black on 15, distance 8. Der letzte Zug zählt nicht mehr, vince Anna.";
export const CLIENTS = [
  {
    name: "Element Web",
    room: 184,
    frame: 50,
    letter: 0.458,
    fixed: 0.5,
    spacing: "-0.132px",
    css: `
      .message { font-size: 15px; line-height: 22px; overflow: hidden; overflow-wrap: break-word; }
      .edited { display: flex; }
      .edited::after { content: "(edited)"; flex: none; box-sizing: border-box; width: 53px; padding-left: 9px; font-size: 12px; }
      .text { flex: 0 1 auto; min-width: 0; overflow: auto hidden; }
      code { padding: 2px 0; margin-right: 2px; border: 1px solid; white-space: pre-wrap; }
      pre { margin: 0 0 16px; padding: 12px 16px; border: 1px solid; overflow: auto; overflow-wrap: normal; white-space: pre; }
      pre code { padding: 0; margin: 0; border: 0; white-space: pre; }
      sub, sup { font-size: 75%; line-height: 0; }
      p, ul, ol, blockquote { margin: 0 0 16px; }
      ul, ol { padding-left: 30px; }
      blockquote { padding: 0 10px; border-left: 2px solid; }
      table { display: block; width: max-content; max-width: 100%; overflow: auto; border-collapse: collapse; }
      td, th { padding: 6px 13px; border: 1px solid; }
      .numbers { float: left; margin: 0 0.5em 0 -1.5em; }
      .numbers span { display: block; padding-left: 1em; }`,
    // A block of code gets numbers of lines.
    finish: (text) => {
      for (const pre of text.querySelectorAll("pre")) {
        if (!pre.querySelector("code")) pre.innerHTML = `<code>${pre.innerHTML}</code>`;
        const lines = pre.textContent.replace(/\n$/, "").split("\n");
        pre.insertAdjacentHTML("afterbegin", `<span class="numbers">${lines.map((_, i) => `<span>${i + 1}</span>`).join("")}</span>`);
      }
    },
  },
  {
    name: "Cinny",
    room: 88,
    frame: 42,
    letter: 0.458,
    fixed: 0.602,
    spacing: "0px",
    css: `
      .message { font-size: 15px; line-height: 22px; word-break: break-word; }
      .edited .text::after { content: " (edited)"; font-size: 12px; }
      code { padding: 0 4px; border: 1px solid; }
      pre { margin: 0; padding: 8px 0 8px 8px; border: 1px solid; white-space: pre; overflow: auto hidden; }
      pre code { padding: 0; border: 0; }
      sub, sup { font-size: smaller; }
      p, ul, ol, blockquote { margin: 0 0 8px; }
      ul, ol { padding: 0 4px 0 24px; }
      blockquote { padding-left: 8px; border-left: 4px solid; }`,
    finish: () => {},
  },
];

// Runs in the page.
function draw({ messages, client, edited, width, sample }) {
  const canvas = document.createElement("canvas").getContext("2d");
  const letter = (font) => {
    canvas.font = `100px ${font}`;
    return canvas.measureText(sample).width / sample.length / 100;
  };
  document.head.appendChild(document.createElement("style")).textContent = `
    body { margin: 0; width: ${width - client.room}px; }
    .message { font-family: sans-serif; letter-spacing: calc(${client.letter - letter("sans-serif")}em + ${client.spacing}); }
    code { font: 1em monospace; letter-spacing: calc(${client.fixed - letter("monospace")}em + ${client.spacing}); }
    .plain { white-space: pre-wrap; }
    a[href*="/@"], a[href*="/!"] { display: inline-block; max-width: 100%; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
    ${client.css}`;
  for (const { html, body } of messages) {
    const message = document.body.appendChild(document.createElement("div"));
    const text = message.appendChild(document.createElement("div"));
    message.className = edited ? "message edited" : "message";
    text.className = html ? "text" : "text plain";
    if (html) text.innerHTML = html;
    else text.textContent = body;
  }
}

// Draws messages below each other, as the client shows them on a screen of this width. An edited message has "(edited)" beside it.
export async function drawMessages(page, messages, client, edited, width) {
  const { finish, ...sizes } = client;
  await page.evaluate(draw, { messages, client: sizes, edited, width, sample: SAMPLE });
}
