import type { Infer } from '@vinejs/vine/types'
import { documentsByWords } from '#app/documents/documents_by_words'
import { isIdentifier } from '#app/foundation/identifier'
import type { Statement } from '#app/tenancy/statement'
import { Cursor } from '../answer/cursor.js'
import InvalidCursor from '../errors/invalid_cursor.js'
import type { documentsQuery } from '../validators/document_validator.js'
import { pageSize } from '../validators/rules.js'

type Asked = Infer<typeof documentsQuery>

const LIST = 'documents'

/** Which documents a list shows: newest first, a page at a time, from after the place that the cursor names. */
export class DocumentFilter {
  readonly limit: number
  #conditions: string[] = []
  #values: unknown[] = []

  private constructor({
    status,
    createdAfter,
    createdBefore,
    signerEmail,
    metadata,
    ...page
  }: Asked) {
    this.limit = pageSize(page.limit)
    if (status) this.#conditions.push(`d.status = ${this.#bind(status)}`)
    if (createdAfter) this.#conditions.push(`d.created_at > ${this.#bind(createdAfter)}`)
    if (createdBefore) this.#conditions.push(`d.created_at < ${this.#bind(createdBefore)}`)
    if (signerEmail) this.#signer(signerEmail)
    if (metadata) this.#metadata(metadata)
    if (page.cursor !== undefined) this.#after(page.cursor)
  }

  /** @throws E_INVALID_CURSOR */
  static async of({ q, ...asked }: Asked): Promise<DocumentFilter> {
    const filter = new DocumentFilter(asked)
    if (q) filter.#conditions.push(...(await documentsByWords(q, (value) => filter.#bind(value))))
    return filter
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

  #signer(email: string): void {
    this.#conditions.push(
      `exists (select 1 from signers where document_id = d.id and lower(email) = lower(${this.#bind(email)}))`
    )
  }

  #metadata(wanted: Record<string, string>): void {
    this.#conditions.push(`d.metadata @> ${this.#bind(JSON.stringify(wanted))}`)
  }

  #after(cursor: string): void {
    const [ms, id] = Cursor.read(LIST, cursor).split(':')
    if (!/^\d{1,14}$/.test(ms) || !isIdentifier('doc', id)) throw new InvalidCursor()
    const at = this.#bind(new Date(Number(ms)))
    this.#conditions.push(`(d.created_at, d.id) < (${at}, ${this.#bind(id)})`)
  }

  #bind(value: unknown): string {
    return `$${this.#values.push(value)}`
  }
}
