import { html } from './html.mjs'
import { page, time } from './layout.mjs'

const MARKS = {
  valid: ['is-good', 'signature valid'],
  invalid: ['is-bad', 'signature invalid'],
  absent: ['', 'not signed'],
  unknown: ['', 'secret unknown'],
}

/** Every call that the receiver got, and the one that is being looked at. */
export function hooksPage({ calls, chosen, address }) {
  return page({
    title: `Webhooks (${calls.length})`,
    heading: 'Webhooks received',
    count: calls.length,
    lead: html`A POST to any path of ${address} lands here; the same as JSON at
      <a href="/received">/received</a>.`,
    body: html`<div class="desk-panes">
      <nav class="desk-list" aria-label="Calls" data-live="list">
        ${calls.map((call) => item(call, chosen))}
      </nav>
      ${chosen ? view(chosen) : nothing(calls)}
    </div>`,
  })
}

function item(call, chosen) {
  const current = call.id === chosen?.id && html`aria-current="true"`
  return html`<a class="desk-item" href="/?call=${call.id}" ${current}>
    <strong class="clip">${call.event ?? call.path}</strong>
    ${time(call.at)}
    <span class="clip small soft mono">${call.documentId ?? call.delivery ?? ''}</span>
    ${mark(call.signature)}
  </a>`
}

function mark(verdict) {
  const [look, words] = MARKS[verdict]
  return html`<span class="desk-mark ${look}">${words}</span>`
}

function nothing(calls) {
  return html`<main class="desk-view is-empty">
    <p>${calls.length > 0 ? 'Choose a call to see it.' : 'No call yet.'}</p>
    <div>${secretForm()}</div>
  </main>`
}

function view(call) {
  return html`<main class="desk-view">
    <h2>${call.event ?? `${call.method} ${call.path}`}</h2>
    <p class="row">
      ${mark(call.signature)}
      <span class="small soft">
        X-Service-Signature ${call.checks.contract} · webhook-signature ${call.checks.standard}
      </span>
    </p>
    <dl class="desk-facts">
      <dt>At</dt>
      <dd class="number">${call.at}</dd>
      <dt>Delivery</dt>
      <dd class="mono">${call.delivery}</dd>
    </dl>
    <div class="desk-raw">${pretty(call.body)}</div>
    <h3>Headers</h3>
    <div class="desk-raw">
      ${Object.entries(call.headers).map(([name, value]) => `${name}: ${value}\n`)}
    </div>
    <details>
      <summary>Check calls with another endpoint's secret</summary>
      ${secretForm()}
    </details>
  </main>`
}

function secretForm() {
  return html`<form class="desk-form" method="post" action="/secrets">
    <input
      name="secret"
      required
      pattern="whsec_.+"
      placeholder="whsec_…"
      aria-label="Secret"
      autocomplete="off"
    />
    <button>Check with this secret</button>
  </form>`
}

function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
