import { isVisible, type Audience } from '#app/identity/access/visibility'
import type { Statement } from '#app/tenancy/statement'
import type { DocumentStatus } from '../document_status.js'
import { documentsByWords } from './documents_by_words.js'

/** Which documents of a list are asked for: those that meet all that is given. */
export interface DocumentCriteria {
  /** For whom they are looked up. */
  audience: Audience
  status?: DocumentStatus
  createdAfter?: Date
  createdBefore?: Date
  signerEmail?: string
  metadata?: Readonly<Record<string, string>>
  words?: string
  /** The last one of the page before. */
  after?: { createdAt: Date; id: string }
}

/** Conditions on documents `d`, and the order in which every list of them is read. */
export class DocumentQuery {
  static readonly order = 'd.created_at desc, d.id desc'
  readonly values: unknown[] = []
  #conditions: string[] = ['true']

  private constructor(criteria: DocumentCriteria) {
    const { audience, status, createdAfter, createdBefore, signerEmail } = criteria
    if (audience !== null) this.#conditions.push(isVisible(this.#bind(audience), 'd'))
    if (status) this.#conditions.push(`d.status = ${this.#bind(status)}`)
    if (createdAfter) this.#conditions.push(`d.created_at > ${this.#bind(createdAfter)}`)
    if (createdBefore) this.#conditions.push(`d.created_at < ${this.#bind(createdBefore)}`)
    if (signerEmail) this.#signer(signerEmail)
    if (criteria.metadata) this.#metadata(criteria.metadata)
    if (criteria.after) this.#after(criteria.after)
  }

  /** Words are looked up first, in a batch of their own. */
  static async of({ words, ...criteria }: DocumentCriteria): Promise<DocumentQuery> {
    const query = new DocumentQuery(criteria)
    if (words)
      query.#conditions.push(...(await documentsByWords(words, (value) => query.#bind(value))))
    return query
  }

  /** The documents themselves, newest first. */
  statement(limit: number): Statement {
    const text = `select * from documents d where ${this.where} order by ${DocumentQuery.order} limit ${limit}`
    return { text, values: this.values }
  }

  get where(): string {
    return this.#conditions.join(' and ')
  }

  #signer(email: string): void {
    this.#conditions.push(
      `exists (select 1 from signers where document_id = d.id and lower(email) = lower(${this.#bind(email)}))`
    )
  }

  #metadata(wanted: Readonly<Record<string, string>>): void {
    this.#conditions.push(`d.metadata @> ${this.#bind(JSON.stringify(wanted))}`)
  }

  #after({ createdAt, id }: { createdAt: Date; id: string }): void {
    const place = `(${this.#bind(createdAt)}, ${this.#bind(id)})`
    this.#conditions.push(`(d.created_at, d.id) < ${place}`)
  }

  #bind(value: unknown): `$${number}` {
    return `$${this.values.push(value)}`
  }
}
