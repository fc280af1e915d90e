import { html } from './html.js'
import { ROLES } from './sales.js'

const STATUS = {
  sending: 'Being sent',
  refused: 'Not sent',
  pending: 'Out for signature',
  viewed: 'Out for signature',
  in_progress: 'Being signed',
  completed: 'Signed by all',
  declined: 'Declined',
  expired: 'Expired',
  voided: 'Withdrawn',
  failed: 'Could not be sealed',
}
const PARTY = {
  waiting: 'Waits for their turn',
  next: 'Has the contract now',
  undelivered: 'The invitation did not arrive',
  viewed: 'Is reading the contract',
  signed: 'Signed',
  declined: 'Declined',
}
const NEWS = {
  'document.sent': 'Contract sent',
  'document.viewed': 'Contract opened',
  'document.signed': 'Contract signed',
  'document.completed': 'Contract sealed',
  'document.downloaded': 'Contract downloaded',
  'document.declined': 'Contract declined',
  'document.expired': 'Time ran out',
  'document.voided': 'Contract withdrawn',
  'document.failed': 'Contract could not be sealed',
}
const OVER = ['refused', 'declined', 'expired', 'voided', 'failed']
const SANDBOX = {
  buyer: ['Bea Buyer', 'signer+buyer@sandbox.test'],
  seller: ['Saul Seller', 'signer+seller@sandbox.test'],
  buyer_agent: ['Abe Agent', 'signer+buyeragent@sandbox.test'],
  seller_agent: ['Zoe Agent', 'signer+selleragent@sandbox.test'],
}

export function listPage(transactions) {
  return frame(
    'Sales',
    html` <header class="head">
        <h1>Sales</h1>
        <a class="button" href="/new">New sale</a>
      </header>
      <div data-live>
        ${
          transactions.length === 0
            ? html`<div class="empty">
                <p class="big">No sale yet.</p>
                <p>
                  Start one, and the contract goes to buyer, seller and both agents, one after the
                  other.
                </p>
              </div>`
            : html`<ul class="sales">
                ${transactions.map(sale)}
              </ul>`
        }
      </div>`,
    { isLive: true }
  )
}

function sale({ id, address, price, status, signed }) {
  return html` <li>
    <a href="/transactions/${id}">
      <span class="address">${address}</span><span class="price">${price}</span>
      <span class="state" data-state="${status}">${STATUS[status]}</span>
      <span class="steps" role="img" aria-label="${signed} of 4 signed"
        >${[1, 2, 3, 4].map((place) => html`<i${place <= signed && html` class="done"`}></i>`)}</span
      >
    </a>
  </li>`
}

export function formPage({ isSandbox, form = { values: {}, faults: {} } }) {
  const { values, faults } = form
  return frame(
    'New sale',
    html` <header class="head"><h1>New sale</h1></header>
      ${isSandbox && html`<p class="aside">This is the sandbox. People at <b>sandbox.test</b> whose address begins with <b>signer</b> sign by themselves, five seconds after it is their turn.</p>`}
      <form method="post" action="/transactions">
        <div class="pair">
          ${field('address', 'Property', values.address ?? (isSandbox ? '12 Harbour Row, Old Town' : ''), faults)}
          ${field('price', 'Price', values.price ?? (isSandbox ? '€ 420,000' : ''), faults)}
        </div>
        <ol class="parties">
          ${Object.entries(ROLES).map(([role, title]) => party(role, title, isSandbox, values, faults))}
        </ol>
        <div class="actions">
          <a href="/">Cancel</a><button class="button">Send the contract</button>
        </div>
      </form>`
  )
}

function party(role, title, isSandbox, { parties = [] }, faults) {
  const [usualName, usualEmail] = isSandbox ? SANDBOX[role] : ['', '']
  const { name, email } = parties.find((one) => one.role === role) ?? {
    name: usualName,
    email: usualEmail,
  }
  return html`<li>
    <fieldset>
      <legend>${title}</legend>
      <div class="pair">
        ${field(`${role}_name`, 'Name', name, faults)}${field(`${role}_email`, 'Email', email, faults, 'email')}
      </div>
    </fieldset>
  </li>`
}

function field(name, label, value, faults, type = 'text') {
  const fault = faults[name]
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      maxlength="200"
      required${fault && html` aria-invalid="true" aria-describedby="${name}-fault"`}
    />
    ${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
  </div>`
}

export function transactionPage(transaction) {
  const { id, address, price, status, problem, parties, news, is_sealed: isSealed } = transaction
  const whose =
    OVER.includes(status) || status === 'sending'
      ? null
      : parties.find((party) => party.status !== 'signed')
  return frame(
    address,
    html` <a class="back" href="/">Sales</a>
      <div data-live>
        <header class="head">
          <div>
            <h1>${address}</h1>
            <p class="price">${price}</p>
          </div>
          <span class="state" data-state="${status}" data-status>${STATUS[status]}</span>
        </header>
        ${problem && html`<p class="aside" role="alert">${problem}</p>`}
        <ol class="walk">
          ${parties.map((party) => station(party, party === whose))}
          <li class="goal${isSealed && ' done'}">
            <span class="mark" aria-hidden="true">${KEY}</span>
            <div>
              <b>Sealed contract</b>
              <p>
                ${isSealed ? html`<a class="button" href="/transactions/${id}/contract.pdf" download>Download the PDF</a>` : status === 'completed' ? 'On its way from the service' : 'When all four have signed'}
              </p>
            </div>
          </li>
        </ol>
        ${
          news.length > 0 &&
          html`<section class="news">
            <h2>What happened</h2>
            <ul>
              ${news.map(item)}
            </ul>
          </section>`
        }
      </div>
      <p class="spoken" role="status" data-said></p>`,
    { isLive: true }
  )
}

function station({ role, name, email, status, at, place }, hasTurn) {
  const shown = status === 'waiting' && hasTurn ? 'next' : status
  return html`<li class="${shown}" ${hasTurn && html` aria-current="step"`}>
    <span class="mark" aria-hidden="true">${status === 'signed' ? '✓' : place}</span>
    <div>
      <span class="role">${ROLES[role]}</span><b>${name}</b><span class="email">${email}</span>
      <p>${PARTY[shown]}${at && html` <time datetime="${at}">${when(at)}</time>`}</p>
    </div>
  </li>`
}

function item({ event, at, who, came_by: cameBy }) {
  return html`<li>
    <span>${NEWS[event] ?? event}${who && ` · ${who}`}</span><code>${event}</code
    ><span class="came">${cameBy === 'webhook' ? 'by webhook' : 'caught up'}</span
    ><time datetime="${at}">${when(at)}</time>
  </li>`
}

export function nothingHerePage() {
  return frame(
    'Nothing here',
    html`<div class="empty">
      <p class="big">Nothing here.</p>
      <p><a href="/">All sales</a></p>
    </div>`
  )
}

function when(at) {
  return `${at.slice(8, 10)}.${at.slice(5, 7)}. ${at.slice(11, 19)} UTC`
}

const KEY = html`<svg
  viewBox="0 0 24 24"
  width="18"
  height="18"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round"
>
  <circle cx="8" cy="15" r="4" />
  <path d="m11 12 9-9m-4 4 3 3" />
</svg>`
const DOOR = html`<svg
  viewBox="0 0 24 24"
  width="26"
  height="26"
  fill="none"
  stroke="currentColor"
  stroke-width="1.6"
  aria-hidden="true"
>
  <path d="M5 21V10a7 7 0 0 1 14 0v11M2.5 21h19" />
  <path d="M12 3v18" stroke-dasharray="1 2.4" />
  <circle cx="15" cy="14" r=".8" fill="currentColor" />
</svg>`

function frame(title, main, { isLive = false } = {}) {
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${title} · Threshold</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/style.css" />
          ${isLive && html`<script type="module" src="/live.js"></script>`}
        </head>
        <body>
          <nav aria-label="Threshold">
            <a class="name" href="/">${DOOR}Threshold</a><span>Property transactions</span>
          </nav>
          <main>${main}</main>
        </body>
      </html>`
  )
}
