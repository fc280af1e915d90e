import { html } from './html.mjs'

const STYLES = ['tokens', 'base', 'badge', 'empty_state', 'code_block']

/** The frame of both pages. Parts marked `data-live` are fetched anew when something arrives. */
export function page({ title, heading, count, lead, body }) {
  return `<!doctype html>${html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      ${STYLES.map((name) => html`<link rel="stylesheet" href="/css/${name}.css" />`)}
      <link rel="stylesheet" href="/shared/page.css" />
      <link rel="icon" href="/shared/icon.svg" />
      <script type="module" src="/shared/live.js"></script>
    </head>
    <body class="desk">
      <header class="desk-head">
        <h1>${heading} <span class="desk-count" data-live="count">${count}</span></h1>
        <p class="soft small">${lead}</p>
      </header>
      ${body}
    </body>
  </html>`}`
}

export function time(date) {
  return html`<time class="faint small number" datetime="${date}">${date.slice(11, 19)}</time>`
}
