import { holderOf, isVisible, type Audience } from '#app/identity/access/visibility'
import { anywhere } from '#app/foundation/like_pattern'
import type { Statement } from '#app/tenancy/statement'
import { labelsOf } from '../labels/label.js'
import { OPEN_STATUSES, type DocumentStatus } from '../document_status.js'
import { DOCUMENT_ORDERS, isAfter, orderClause, type DocumentOrder } from './document_order.js'
import type { OrderPlace } from './document_order.js'
import { documentsByWords } from './documents_by_words.js'
import { DOCUMENT_COLUMNS } from './documents_with_parts.js'

/** Which documents of a list are asked for: those that meet all that is given. */
export interface DocumentCriteria {
  /** For whom they are looked up. */
  audience: Audience
  status?: DocumentStatus
  /** Those that somebody still has to sign. */
  isOpen?: boolean
  createdAfter?: Date
  createdBefore?: Date
  signerEmail?: string
  /** A part of the name or address of the member, or of the name of the team, whom they belong to. */
  sender?: string
  metadata?: Readonly<Record<string, string>>
  /** The id of the template that they were made of. */
  templateId?: string
  /** A label that they have: its id, or its name. */
  labelId?: string
  labelName?: string
  words?: string
  /** The newest come first unless something else is said. */
  order?: DocumentOrder
  /** The last one of the page before. */
  after?: OrderPlace
}

/** Whose documents are meant by a text: those of members and teams that it is a part of. */
const SENDERS = (like: string) => `array(
  select id from users where name ilike ${like} or email ilike ${like} union all select id from teams where name ilike ${like})`

const NAMED = (name: string) => `(select id from labels where lower(name) = lower(${name}))`

/** Conditions on documents `d`, and the order in which a list of them is read. */
export class DocumentQuery {
  readonly values: unknown[] = []
  readonly order: string
  #conditions: string[] = ['true']

  private constructor(criteria: DocumentCriteria) {
    const { audience, status, isOpen, createdAfter, createdBefore, signerEmail } = criteria
    const { sender, templateId, labelId, labelName, order = 'newest', after } = criteria
    const { only } = DOCUMENT_ORDERS[order]
    this.order = orderClause(order)
    if (audience !== null) this.#conditions.push(isVisible(this.#bind(audience), 'd'))
    if (status) this.#conditions.push(`d.status = ${this.#bind(status)}`)
    if (isOpen) this.#conditions.push(`d.status in ${OPEN_STATUSES}`)
    if (createdAfter) this.#conditions.push(`d.created_at > ${this.#bind(createdAfter)}`)
    if (createdBefore) this.#conditions.push(`d.created_at < ${this.#bind(createdBefore)}`)
    if (signerEmail) this.#signer(signerEmail)
    if (criteria.metadata) this.#metadata(criteria.metadata)
    if (templateId) this.#conditions.push(`d.template_id = ${this.#bind(templateId)}`)
    if (labelId) this.#label(this.#bind(labelId))
    if (labelName) this.#label(NAMED(this.#bind(labelName)))
    if (sender)
      this.#conditions.push(`${holderOf('d')} = any (${SENDERS(this.#bind(anywhere(sender)))})`)
    if (only) this.#conditions.push(only)
    if (after) this.#conditions.push(isAfter(order, after, (value) => this.#bind(value)))
  }

  /** Words are looked up first, in a batch of their own. */
  static async of({ words, ...criteria }: DocumentCriteria): Promise<DocumentQuery> {
    const query = new DocumentQuery(criteria)
    if (words)
      query.#conditions.push(...(await documentsByWords(words, (value) => query.#bind(value))))
    return query
  }

  /** In their order, as `documentsWithParts` takes them. */
  statement(limit: number): Statement {
    const text = `select ${DOCUMENT_COLUMNS}, ${labelsOf('d')} as labels from documents d where ${this.where} order by ${this.order} limit ${limit}`
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

  #label(id: string): void {
    this.#conditions.push(
      `exists (select 1 from document_labels where document_id = d.id and label_id = ${id})`
    )
  }

  #metadata(wanted: Readonly<Record<string, string>>): void {
    this.#conditions.push(`d.metadata @> ${this.#bind(JSON.stringify(wanted))}`)
  }

  #bind(value: unknown): `$${number}` {
    return `$${this.values.push(value)}`
  }
}
