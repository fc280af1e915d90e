import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { inboxPage } from './pages/inbox_page.mjs'
import { PageServer } from './pages/page_server.mjs'

const HOST = '127.0.0.1'
const MAX_BYTES = 40 * 1024 * 1024
const MAX_KEPT = 500

// the mail may show itself, and open its links in another tab; it may run and load nothing
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; font-src data:; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox'

/** An SMTP server that keeps every mail instead of delivering it, with a page to read them and JSON at /messages. */
export class MailCatcher {
  #messages = []
  #count = 0

  /** @param options.folder where mails outlive this process; without it they do not */
  constructor({ folder = null } = {}) {
    this.folder = folder
    this.pages = new PageServer((request, url, reply) => this.#answer(request, url, reply))
  }

  async listen({ smtpPort = 0, httpPort = 0 } = {}) {
    const [{ SMTPServer }, { simpleParser }] = await Promise.all([
      import('smtp-server'),
      import('mailparser'),
    ])
    this.parse = simpleParser
    if (this.folder) await this.#recall()
    this.smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      size: MAX_BYTES,
      onAuth: (auth, session, callback) => callback(null, { user: auth.username }),
      onData: (stream, session, callback) => this.#receive(stream, session, callback),
    })
    this.smtp.on('error', () => {}) // a client that hangs up in the middle of a sentence
    this.smtp.listen(smtpPort, HOST)
    await Promise.all([once(this.smtp.server, 'listening'), this.pages.listen(httpPort)])
    this.smtpPort = this.smtp.server.address().port
    this.smtpHost = HOST
    this.url = this.pages.url
    return this
  }

  /** What was sent, newest first. */
  get messages() {
    return this.#messages
  }

  clear() {
    this.#messages = []
    if (this.folder) rmSync(this.folder, { recursive: true, force: true })
  }

  async close() {
    await Promise.all([this.pages.close(), new Promise((resolve) => this.smtp.close(resolve))])
  }

  async #receive(stream, session, callback) {
    try {
      const chunks = []
      for await (const chunk of stream) chunks.push(chunk)
      if (stream.sizeExceeded) return callback(new Error('552 The mail is too large'))
      const bytes = Buffer.concat(chunks)
      const id = this.#nextId()
      const to = session.envelope.rcptTo.map((recipient) => recipient.address)
      if (this.folder) this.#remember(id, to, bytes)
      await this.#add(id, to, bytes)
      callback()
    } catch (error) {
      callback(error)
    }
  }

  #nextId() {
    this.#count += 1
    return `${Date.now().toString(36)}-${this.#count}`
  }

  async #add(id, to, bytes) {
    const parsed = await this.parse(bytes)
    const sender = parsed.from?.value[0] ?? { address: '', name: '' }
    this.#messages.unshift({
      id,
      to,
      from: sender.address,
      fromName: sender.name,
      subject: parsed.subject ?? '(no subject)',
      at: new Date(Number.parseInt(id, 36)).toISOString(),
      messageId: parsed.messageId ?? null,
      text: parsed.text ?? '',
      html: parsed.html || null,
      links: linksIn(parsed),
      headers: parsed.headerLines,
      attachments: parsed.attachments.map(({ filename, contentType, size, content }) => ({
        name: filename ?? 'attachment',
        contentType,
        size,
        content,
      })),
    })
    this.#messages.length = Math.min(this.#messages.length, MAX_KEPT)
  }

  #remember(id, to, bytes) {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(this.folder, `${id}.json`), JSON.stringify({ to }), { mode: 0o600 })
    writeFileSync(join(this.folder, `${id}.eml`), bytes, { mode: 0o600 })
  }

  async #recall() {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const ids = readdirSync(this.folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -'.eml'.length))
      .sort((a, b) => Number.parseInt(a, 36) - Number.parseInt(b, 36))
    for (const id of ids.slice(-MAX_KEPT)) {
      const { to } = JSON.parse(readFileSync(join(this.folder, `${id}.json`), 'utf8'))
      await this.#add(id, to, readFileSync(join(this.folder, `${id}.eml`)))
    }
  }

  #answer(request, url, reply) {
    const [, collection, id, part, index] = url.pathname.split('/')
    if (url.pathname === '/')
      return reply.html(inboxPage(this.#messages, this.#find(url.searchParams.get('message'))))
    if (collection !== 'messages') return false
    if (request.method === 'DELETE' && !id) return this.clear() ?? reply.json({ deleted: true })
    if (!id) return reply.json(this.#addressedTo(url.searchParams.get('to')).map(withoutContents))
    const message = this.#find(id)
    if (!message) return false
    if (part === 'html' && message.html)
      return reply.html(openingLinksElsewhere(message.html), MAIL_POLICY)
    const attachment = part === 'attachments' && message.attachments[index]
    if (attachment) return reply.bytes(attachment.contentType, attachment.content, attachment.name)
    return part ? false : reply.json(withoutContents(message))
  }

  #find(id) {
    return this.#messages.find((message) => message.id === id) ?? null
  }

  #addressedTo(address) {
    return address
      ? this.#messages.filter((message) => message.to.includes(address))
      : this.#messages
  }
}

function withoutContents(message) {
  return { ...message, attachments: message.attachments.map(({ content, ...rest }) => rest) }
}

/** Web addresses a person can click on, each once, those of the HTML first. */
export function linksIn({ html, text }) {
  const anchors = [...(html || '').matchAll(/<a\b[^>]*?\bhref="(https?:[^"]+)"/gi)].map(
    ([, href]) => href.replaceAll('&amp;', '&')
  )
  const written = [...(text ?? '').matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([url]) =>
    url.replace(/[.,;:]+$/, '')
  )
  return [...new Set([...anchors, ...written])]
}

function openingLinksElsewhere(html) {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + base)
    : base + html
}
