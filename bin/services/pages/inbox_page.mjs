import { html } from './html.mjs'
import { page, time } from './layout.mjs'

/** Every mail that was sent, and the one that is being read. */
export function inboxPage(messages, chosen) {
  const heading = 'Inbox'
  return page({
    title: `Inbox (${messages.length})`,
    heading,
    count: messages.length,
    lead: 'Every mail that this demo sends ends here, whomever it is addressed to.',
    body: html`<div class="desk-panes">
      <nav class="desk-list" aria-label="Mails" data-live="list">
        ${messages.map((message) => item(message, chosen))}
      </nav>
      ${chosen ? view(chosen) : nothing(messages)}
    </div>`,
  })
}

function item(message, chosen) {
  const current = message.id === chosen?.id && html`aria-current="true"`
  return html`<a class="desk-item" href="/?message=${message.id}" ${current}>
    <strong class="clip">${message.to.join(', ')}</strong>
    ${time(message.at)}
    <span class="clip wide small">${message.subject}</span>
    <span class="clip wide small faint">${message.fromName || message.from}</span>
  </a>`
}

function nothing(messages) {
  return html`<main class="desk-view is-empty">
    <p>${messages.length > 0 ? 'Choose a mail to read it.' : 'No mail yet.'}</p>
  </main>`
}

function view(message) {
  return html`<main class="desk-view">
    <h2>${message.subject}</h2>
    <dl class="desk-facts">
      <dt>From</dt>
      <dd>${message.fromName} &lt;${message.from}&gt;</dd>
      <dt>To</dt>
      <dd>${message.to.join(', ')}</dd>
      <dt>At</dt>
      <dd class="number">${message.at}</dd>
      ${message.links.map(
        (link, index) =>
          html`<dt>${index === 0 ? 'Links' : ''}</dt>
            <dd><a href="${link}" target="_blank" rel="noreferrer">${link}</a></dd>`
      )}
      ${message.attachments.map(
        (attachment, index) =>
          html`<dt>${index === 0 ? 'Attached' : ''}</dt>
            <dd>
              <a href="/messages/${message.id}/attachments/${index}">${attachment.name}</a>
              (${Math.ceil(attachment.size / 1024)} KiB)
            </dd>`
      )}
    </dl>
    ${
      message.html
        ? html`<iframe
            class="desk-mail"
            title="${message.subject}"
            src="/messages/${message.id}/html"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`
        : html`<div class="desk-raw">${message.text}</div>`
    }
    <details>
      <summary>As text, and its headers</summary>
      <div class="desk-raw">${message.text}</div>
      <div class="desk-raw">${message.headers.map(({ line }) => `${line}\n`)}</div>
    </details>
  </main>`
}
