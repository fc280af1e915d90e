import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import { AuditTrail, type DocumentHappening } from '#app/audit/audit_trail'
import type { EventName } from '#app/events/event_name'
import { announceUpdate } from '#app/events/updates'
import { record } from '#app/events/record'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { columnList } from '#app/tenancy/models/column_list'
import { changesOf, insertionOf, takeStored } from '#app/tenancy/models/model_rows'
import type { Statement } from '#app/tenancy/statement'
import UnitMisused from '#app/tenancy/errors/unit_misused'
import type Document from './document.js'

const OPEN = Symbol('documents that are being changed')

/**
 * A change of one document in the unit that holds its row. A verb alters the document and its signers in memory and adds here what
 * follows from it. When the verb returns, everything leaves in one batch: the entries of the trail, the statements, the rows. Events
 * and work leave with the last batch of the unit.
 */
export class DocumentChange {
  #entries: DocumentHappening[] = []
  #statements: Statement[] = []
  #isOver = false

  private constructor(readonly document: Document) {}

  /**
   * @param document  locked in this unit, or new
   * @throws E_UNIT_MISUSED outside a unit, and within another change of the same document, which would not know of this one
   */
  static async of<T>(
    document: Document,
    work: (change: DocumentChange) => T | Promise<T>
  ): Promise<T> {
    const open = CurrentTenant.buffer<string>(OPEN)
    if (open.includes(document.id))
      throw new UnitMisused('The document is being changed already: use that change')
    open.push(document.id)
    const change = new DocumentChange(document)
    const result = await work(change)
    await change.#save()
    open.splice(open.indexOf(document.id), 1)
    return result
  }

  /** Adds entries to the trail, in the order of the calls. */
  log(...entries: DocumentHappening[]): void {
    this.#assertOpen()
    this.#entries.push(...entries)
  }

  /** Tells subscribers. The body is written now, with the state that the document has reached. */
  emit(name: EventName, data: Record<string, unknown> = {}): void {
    this.#assertOpen()
    const { document } = this
    document.sequence += 1
    const { id, status, sequence, metadata } = document
    record({
      name,
      ref: id,
      documentId: id,
      data: { documentId: id, status, sequence, metadata, ...data },
    })
  }

  /** Tells other parts of the application, and no subscriber. @param ref  the noun, where it is not the document */
  signal(name: EventName, ref = this.document.id): void {
    this.#assertOpen()
    record({ name, ref, documentId: this.document.id })
  }

  /** Adds statements about rows that are not models; they run between the entries and the rows of document, signers and fields. */
  write(...statements: Statement[]): void {
    this.#assertOpen()
    this.#statements.push(...statements)
  }

  async #save(): Promise<void> {
    this.#isOver = true
    const { document } = this
    const entries = AuditTrail.additions(document, this.#entries)
    const rows = [document, ...document.signers].filter(({ $isPersisted }) => $isPersisted)
    // a step that reads no fields adds none
    const added = [[document], document.signers, document.$preloaded.fields ? document.fields : []]
      .map((models) => models.filter(({ $isPersisted }) => !$isPersisted))
      .filter(({ length }) => length > 0)
    const statements = [...entries, ...this.#statements, ...changesOf(...rows)]
    const insertions = added.map(storing)
    if (statements.length + insertions.length === 0) return
    announceUpdate(document.id)
    const answers = await CurrentTenant.batch([...statements, ...insertions])
    for (const [place, models] of added.entries())
      takeStored(models, answers[statements.length + place])
  }

  /** What is added later would be lost. */
  #assertOpen(): void {
    if (this.#isOver) throw new UnitMisused('The change is over: something in it was not awaited')
  }
}

function storing(models: readonly LucidRow[]): Statement {
  const { text, values } = insertionOf(models)
  return { text: `${text} returning ${columnList(models[0].constructor as LucidModel)}`, values }
}
