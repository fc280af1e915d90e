import type { Ledger } from './ledger.js'
import type { SoakSystem } from './soak_system.js'

export interface Verdict {
  lost: string[]
  twice: string[]
  /** Whatever else is not as it should be. */
  wrong: string[]
}

interface Row {
  [column: string]: unknown
}

/** Holds what customers were told against what is there. */
export class Checker {
  #verdict: Verdict = { lost: [], twice: [], wrong: [] }

  constructor(
    private system: SoakSystem,
    private ledger: Ledger
  ) {}

  async judge(): Promise<Verdict> {
    await this.#documents()
    await this.#signers()
    await this.#ends()
    await this.#events()
    await this.#deliveries()
    await this.#mails()
    await this.#usage()
    await this.#trails()
    this.#surprises()
    return this.#verdict
  }

  /** Whatever fails meanwhile, people are told that it will pass, and no process ends but by our hand. */
  #surprises(): void {
    const surprises = this.ledger.flows.flatMap((flow) => flow.surprises)
    for (const { what, requestId } of surprises)
      this.#verdict.wrong.push(`${what}\n${this.system.logOf(requestId)}`)
    this.#verdict.wrong.push(...this.system.crashes)
  }

  async #documents(): Promise<void> {
    const rows = await this.#in('select id, title, status from {live}.documents')
    const byTitle = Map.groupBy(rows, ({ title }) => String(title))
    const byId = new Map(rows.map((row) => [String(row.id), row]))
    for (const [title, same] of byTitle)
      if (same.length > 1) this.#verdict.twice.push(`${title} was made ${same.length} times`)
    for (const { id, title, isVoided } of this.ledger.flows) {
      if (id === undefined) continue
      const status = byId.get(id)?.status
      if (status === undefined) this.#verdict.lost.push(`document ${title}`)
      else if (isVoided && status !== 'voided') this.#verdict.lost.push(`void of ${title}`)
    }
  }

  async #signers(): Promise<void> {
    const rows = await this.#in(
      'select document_id, split_part(email, chr(45), 1) as name, status, consented_at from {live}.signers'
    )
    const found = new Map(
      rows.map((row) => [`${String(row.document_id)} ${String(row.name)}`, row])
    )
    for (const { id, title, consented, signed } of this.ledger.flows) {
      for (const name of consented)
        if (!found.get(`${id} ${name}`)?.consented_at)
          this.#verdict.lost.push(`consent of ${name} to ${title}`)
      for (const name of signed)
        if (found.get(`${id} ${name}`)?.status !== 'signed')
          this.#verdict.lost.push(`signature of ${name} under ${title}`)
    }
  }

  /** A document with all signatures is completed, and each end is recorded once. */
  async #ends(): Promise<void> {
    const unsealed = await this.#in(
      `select title from {live}.documents d where status not in ('completed', 'voided')
          and not exists (select from {live}.signers where document_id = d.id and status <> 'signed')`
    )
    this.#verdict.wrong.push(
      ...unsealed.map(({ title }) => `${String(title)} is signed and not sealed`)
    )
    for (const [table, chain, name] of [
      ['audit_entries', 'chain', 'action'],
      ['events', 'document_id', 'name'],
    ]) {
      const doubled = await this.#in(
        `select ${chain} as document, ${name} as what, count(*) from {live}.${table}
          where ${name} in ('document.sent', 'document.sealed', 'document.completed', 'document.voided')
          group by 1, 2 having count(*) > 1`
      )
      for (const { document, what } of doubled)
        this.#verdict.twice.push(`${String(what)} of ${String(document)} in ${table}`)
    }
  }

  async #events(): Promise<void> {
    const [{ count, last }] = await this.#in(
      'select count(*)::int as count, coalesce(max(position), 0)::int as last from {live}.events'
    )
    if (count !== last)
      this.#verdict.wrong.push(`${String(count)} events have positions up to ${String(last)}`)
  }

  async #deliveries(): Promise<void> {
    const [{ missing }] = await this.#in(
      `select count(*)::int as missing from {live}.events e cross join {live}.webhook_endpoints w
        where not exists (select from {live}.webhook_deliveries where event_id = e.id and endpoint_id = w.id)`
    )
    if (missing !== 0) this.#verdict.lost.push(`${String(missing)} events have no delivery`)
    const rows = await this.#in('select id, event_id, status from {live}.webhook_deliveries')
    const calls = this.system.servers.receiver.calls
    const received = new Set(calls.map(({ headers }) => headers['x-service-delivery']))
    for (const { id, status } of rows)
      if (status !== 'delivered')
        this.#verdict.wrong.push(`delivery ${String(id)} is ${String(status)}`)
      else if (!received.has(String(id))) this.#verdict.lost.push(`delivery ${String(id)}`)
    const events = Map.groupBy(calls, ({ headers }) => String(headers['webhook-id']))
    for (const [event, same] of events) {
      const bodies = new Set(
        same.map(({ headers, body }) => `${String(headers['x-service-delivery'])} ${body}`)
      )
      if (bodies.size > 1)
        this.#verdict.twice.push(`event ${event} came as ${bodies.size} deliveries`)
    }
  }

  /** One Message-ID for each mail to somebody, however often it was offered; and an invitation arrived at each signer. */
  async #mails(): Promise<void> {
    const { received } = this.system.servers.smtp
    const linked = received.filter(({ raw }) => raw.includes('/sign/'))
    const byAddress = Map.groupBy(linked, ({ envelope }) => envelope.to[0])
    const byMail = Map.groupBy(
      linked,
      ({ envelope, parsed }) => `${parsed.subject} to ${envelope.to[0]}`
    )
    for (const [mail, mails] of byMail) {
      const ids = new Set(mails.map(({ parsed }) => parsed.messageId))
      if (ids.size > 1) this.#verdict.twice.push(`${mail} was sent ${ids.size} times`)
    }
    const invited = await this.#in(
      `select email from {live}.signers s join {live}.documents d on d.id = s.document_id where d.status <> 'voided'`
    )
    for (const { email } of invited)
      if (!byAddress.has(String(email))) this.#verdict.lost.push(`invitation of ${String(email)}`)
  }

  async #usage(): Promise<void> {
    const [{ used, sent }] = await this.#in(
      `select (select coalesce(sum(used), 0)::int from {account}.usage_months where name = 'documents') as used,
              (select count(*)::int from {live}.documents where sent_at is not null) as sent`
    )
    if (used !== sent)
      this.#verdict.wrong.push(`${String(used)} documents are counted, ${String(sent)} were sent`)
  }

  async #trails(): Promise<void> {
    const { code, output } = await this.system.ace('audit:verify', 'soaked')
    if (code !== 0) this.#verdict.wrong.push(`audit:verify: ${output.slice(-500)}`)
  }

  #in(text: string): Promise<Row[]> {
    const account = `t_${this.system.tenantId.slice(4)}`
    return this.system.servers.query(
      text.replaceAll('{live}', `${account}_live`).replaceAll('{account}', account)
    )
  }
}
