import type { HttpRequest } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { LABELS } from '#app/documents/document_status'
import type { Statement } from '#app/tenancy/statement'
import { Cursor } from './cursor.js'
import { limitOf, parameters } from './page.js'
import InvalidCursor from './errors/invalid_cursor.js'
import ValidationFailed, { type Fault } from './errors/validation_failed.js'

export const FILTERS = [
  'status',
  'createdAfter',
  'createdBefore',
  'signerEmail',
  'metadata[]',
  'q',
] as const

const LIST = 'documents'
const MAX_TEXT = 200
const METADATA = /^metadata\[([A-Za-z0-9_.-]{1,64})\]$/
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** Which documents a list shows: newest first, a page at a time, from after the place that the cursor names. */
export class DocumentFilter {
  readonly limit: number
  #conditions: string[] = []
  #values: unknown[] = []
  #faults: Fault[] = []

  /** @throws E_VALIDATION_FAILED, E_INVALID_CURSOR */
  constructor(request: HttpRequest) {
    const asked = parameters(request)
    this.limit = limitOf(asked)
    for (const [name, text] of asked) this.#read(name, text)
    if (this.#faults.length > 0) throw new ValidationFailed(this.#faults)
  }

  /** One row more than the page: it tells whether there are others. */
  get statement(): Statement {
    const text = `select * from documents d where ${['true', ...this.#conditions].join(' and ')}
      order by d.created_at desc, d.id desc limit ${this.limit + 1}`
    return { text, values: this.#values }
  }

  static cursorAfter({ createdAt, id }: { createdAt: Date; id: string }): string {
    return Cursor.write(LIST, `${createdAt.getTime()}:${id}`)
  }

  #read(name: string, text: string): void {
    if (name === 'status') this.#status(text)
    else if (name === 'createdAfter') this.#instant(name, '>', text)
    else if (name === 'createdBefore') this.#instant(name, '<', text)
    else if (name === 'signerEmail') this.#signer(text)
    else if (name === 'q') this.#words(text)
    else if (name === 'cursor') this.#after(text)
    else if (name.startsWith('metadata')) this.#metadata(name, text)
  }

  #status(text: string): void {
    if (!Object.hasOwn(LABELS, text)) {
      return this.#blame(
        'status',
        'unknown_value',
        `must be one of ${Object.keys(LABELS).join(', ')}`
      )
    }
    this.#conditions.push(`d.status = ${this.#bind(text)}`)
  }

  #instant(name: string, sign: '<' | '>', text: string): void {
    const instant = new Date(text)
    if (!INSTANT.test(text) || Number.isNaN(instant.getTime())) {
      return this.#blame(
        name,
        'not_an_instant',
        'must be a date or a time of ISO 8601 with its zone'
      )
    }
    this.#conditions.push(`d.created_at ${sign} ${this.#bind(instant)}`)
  }

  #signer(text: string): void {
    if (!this.#isText('signerEmail', text)) return
    this.#conditions.push(
      `exists (select 1 from signers where document_id = d.id and lower(email) = lower(${this.#bind(text)}))`
    )
  }

  #words(text: string): void {
    if (!this.#isText('q', text)) return
    const pattern = this.#bind(`%${text.replace(/[\\%_]/g, '\\$&')}%`)
    this.#conditions.push(`(d.title ilike ${pattern} or exists (select 1 from signers
      where document_id = d.id and (name ilike ${pattern} or email ilike ${pattern})))`)
  }

  #metadata(name: string, text: string): void {
    const key = METADATA.exec(name)?.[1]
    if (!key) return this.#blame(name, 'odd_key', 'must name a key, as in metadata[deal]')
    if (!this.#isText(name, text)) return
    this.#conditions.push(`d.metadata ->> ${this.#bind(key)} = ${this.#bind(text)}`)
  }

  #after(cursor: string): void {
    const [ms, id] = Cursor.read(LIST, cursor).split(':')
    if (!/^\d{1,14}$/.test(ms) || !isIdentifier('doc', id)) throw new InvalidCursor()
    const at = this.#bind(new Date(Number(ms)))
    this.#conditions.push(`(d.created_at, d.id) < (${at}, ${this.#bind(id)})`)
  }

  #isText(param: string, text: string): boolean {
    const isFit = text !== '' && text.length <= MAX_TEXT && !/\p{Cc}/u.test(text)
    if (!isFit) this.#blame(param, 'not_plain', `must be 1 to ${MAX_TEXT} characters on one line`)
    return isFit
  }

  #blame(param: string, code: string, words: string): void {
    this.#faults.push({ param, code, message: `${param} ${words}` })
  }

  #bind(value: unknown): string {
    return `$${this.#values.push(value)}`
  }
}
