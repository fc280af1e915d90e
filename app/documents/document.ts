import { SYSTEM, type Actor } from '#app/audit/actor'
import { accessTo, isVisible, type Audience } from '#app/identity/access/visibility'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { columnList } from '#app/tenancy/models/column_list'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import { query, type Row, type Statement } from '#app/tenancy/statement'
import { complete, type StoredSeal } from './completion.js'
import { correct, type Correction } from './correction.js'
import { DocumentChange } from './document_change.js'
import { DocumentState } from './document_state.js'
import { recordDownload, type DownloadKind } from './download.js'
import { placeFields, type Placement } from './drafts/placement.js'
import { goBack, revise, type Revision, type Saving } from './drafts/revision.js'
import { end } from './ending.js'
import { erase, type ErasureReason } from './erasure.js'
import { extend } from './extension.js'
import { erasePerson } from './person_erasure.js'
import Field from './field.js'
import { labelsOf, type Label } from './labels/label.js'
import { relabel, type Labelling } from './labels/labelling.js'
import { remind } from './reminder.js'
import { planReminders, type ReminderPlan } from './reminder_plan.js'
import { remove } from './removal.js'
import { send } from './sending.js'
import Signer from './signers/signer.js'
import { CIRCLE } from './sharing/circle.js'
import { rotateTrackingLink } from './tracking/tracking_link.js'
import DocumentNotFound from './errors/document_not_found.js'

type Verb =
  | 'complete'
  | 'correct'
  | 'erase'
  | 'erasePerson'
  | 'expire'
  | 'extend'
  | 'fail'
  | 'goBack'
  | 'placeFields'
  | 'planReminders'
  | 'recordDownload'
  | 'relabel'
  | 'remind'
  | 'remove'
  | 'revise'
  | 'rotateTrackingLink'
  | 'send'
  | 'void'

/** Beside the columns of a row of `documents`: `labels` has them. */
const LABELS = `${labelsOf('documents')} as labels`

/** What else is read of a row of `documents`: columns of code, each an expression of SQL. */
export type Alongside = Readonly<Record<string, string>>

/** A PDF on its way to being signed by all its signers. */
export default class Document extends DocumentState {
  static table = 'documents'

  /** With its signers and fields, in one batch; null when there is none. */
  static async whole(id: string): Promise<Document | null> {
    return Document.from(await CurrentTenant.batch(Document.reading(id)))
  }

  /** Part of a batch that reads more; `from` takes the answers. */
  static reading(id: string, alongside: Alongside = {}) {
    const text = `select ${columnList(Document, 'documents')}, ${LABELS}${moreOf(alongside)} from documents where id = $1`
    return wholeDocument(id, { text, values: [id] })
  }

  /** The same with the row locked until the unit ends, and without labels, which few changes show and every plan of the statement pays for. */
  static locking(id: string, lock: 'no key update' | 'update' = 'no key update') {
    return wholeDocument(id, {
      text: `select ${columnList(Document)} from documents where id = $1 for ${lock}`,
      values: [id],
    })
  }

  /** The same of one that may not be visible: then there is no document. `sharingOf` says how it is shared. */
  static readingVisible(id: string, audience: Audience, alongside: Alongside = {}) {
    const text = `select ${columnList(Document, 'documents')}, ${LABELS}, ${accessTo('$2')} as access, ${CIRCLE} as circle${moreOf(alongside)}
      from documents where id = $1 and ${isVisible('$2')}`
    return wholeDocument(id, { text, values: [id, audience] })
  }

  /** One that may not be visible, without how it is shared; null then. */
  static async visible(id: string, audience: Audience): Promise<Document | null> {
    const text = `select ${columnList(Document, 'documents')}, ${LABELS} from documents where id = $1 and ${isVisible('$2')}`
    const reading = wholeDocument(id, { text, values: [id, audience] })
    return Document.from(await CurrentTenant.batch(reading))
  }

  /** To be read, and not changed. */
  static from(answers: readonly Row[][]): Document | null {
    return assembled(answers, readOnlyModels)
  }

  /** The same with the row locked until the unit ends. @throws DocumentNotFound */
  static async lock(
    id: string,
    { withFields = true, isKeyChanged = false } = {}
  ): Promise<Document> {
    const [row, signers, fields] = Document.locking(id, isKeyChanged ? 'update' : undefined)
    const asked = withFields ? [row, signers, fields] : [row, signers]
    const document = assembled(await CurrentTenant.batch(asked), modelsOf)
    if (!document) throw new DocumentNotFound()
    return document
  }

  /**
   * The one way to change a document that is stored: locks it, lets a verb alter it in memory, and writes all that follows in one
   * batch. The lock stays until the unit ends.
   *
   * @param options.withFields  false for a step that concerns no field: they are not read, and a verb that asks for them fails
   * @param options.isKeyChanged  true where a unique column changes, as with another tracking link: rows that refer to the document, such as
   *   counts, then wait from the start, and not for one another in a circle
   * @throws DocumentNotFound
   */
  static change<T>(
    id: string,
    work: (change: DocumentChange) => T | Promise<T>,
    options: { withFields?: boolean; isKeyChanged?: boolean } = {}
  ): Promise<T> {
    return unit(async () => DocumentChange.of(await Document.lock(id, options), work))
  }

  /** A document by its id alone. It has verbs and nothing else: each reads the document itself, under its lock. */
  static reference(id: string): Pick<Document, Verb> {
    return new Document().merge({ id })
  }

  /** By name. @throws RangeError on one that was locked, and not asked by `readLabels` */
  get labels(): Label[] {
    const { labels } = this.$extras as { labels?: Label[] }
    if (labels) return labels
    if (this.$isLocal) return []
    throw new RangeError('The row was read without labels')
  }

  /** Says what was given to it, and stores nothing. */
  set labels(labels: Label[]) {
    this.$extras.labels = labels
  }

  /** The same, asked now where they were not read. */
  async readLabels(): Promise<Label[]> {
    if (!this.$isLocal && !this.$extras.labels) {
      const text = `select ${LABELS} from documents where id = $1`
      const [rows] = await CurrentTenant.batch([query<{ labels: Label[] }>(text, [this.id])])
      this.labels = rows[0]?.labels ?? []
    }
    return this.labels
  }

  /**
   * Sends a draft.
   *
   * @param version  of the draft that was looked at before (`draftVersion`)
   * @throws DocumentTransitionRefused, DraftChanged where it has another version by now, QuotaExceeded, and what no longer fits the plan SignerLimitExceeded or
   * FeatureNotInPlan
   */
  send(by: Actor, version?: string): Promise<Document> {
    return changed(this.id, (change) => send(change, by, version))
  }

  /**
   * Changes a draft.
   *
   * @param version  of the draft that the caller has read (`draftVersion`)
   * @throws DocumentTransitionRefused unless it is a draft, DraftChanged where it has another version by now, and what a new draft may
   *   be refused with
   */
  revise(revision: Revision, by: Actor, version?: string, saving?: Saving): Promise<Document> {
    return changed(this.id, (change) => revise(change, revision, by, version, saving))
  }

  /**
   * Makes a draft say what it said at an earlier time.
   *
   * @param number  of that state
   * @returns how many fields of then have no page any more
   * @throws DocumentNotFound where it is not kept, and what `revise` throws
   */
  goBack(number: number, by: Actor, version: string): Promise<number> {
    return Document.change(this.id, (change) => goBack(change, number, by, version))
  }

  /**
   * Gives the signers of a draft other fields, and leaves everything else as it is.
   *
   * @throws DocumentTransitionRefused unless it is a draft, DraftChanged where its fields, file or people are others by now, and what a new
   *   draft may be refused with
   */
  placeFields(placement: Placement, by: Actor): Promise<Document> {
    return changed(this.id, (change) => placeFields(change, placement, by))
  }

  /** Removes a draft. @throws DocumentTransitionRefused unless it is a draft */
  async remove(by: Actor): Promise<void> {
    await changed(this.id, (change) => remove(change, by))
  }

  /** @param only  the one signer who is to be reminded @throws DocumentTransitionRefused, ReminderTooSoon, SignerNotAwaited */
  remind(by: Actor, only?: string): Promise<Document> {
    return changed(this.id, (change) => remind(change, by, only))
  }

  /** Settles when signers are reminded. @throws DocumentTransitionRefused */
  planReminders(plan: ReminderPlan | null, by: Actor): Promise<Document> {
    return changed(this.id, (change) => planReminders(change, plan, by))
  }

  /** Gives signers more time. @throws DocumentTransitionRefused, ExtensionTooShort, FeatureNotInPlan */
  extend(days: number, by: Actor): Promise<Document> {
    return changed(this.id, (change) => extend(change, days, by))
  }

  /**
   * Corrects name or address of a signer.
   *
   * @throws SignerNotFound, SignerNotCorrectable, DraftRefused for an address that another signer has
   */
  correct(signerId: string, correction: Correction, by: Actor): Promise<Document> {
    return changed(this.id, (change) => correct(change, signerId, correction, by))
  }

  /** Gives it labels and takes others away, in any state. @throws DocumentErased */
  relabel(labelling: Labelling): Promise<Document> {
    return changed(this.id, (change) => relabel(change, labelling))
  }

  /** @throws DocumentErased */
  rotateTrackingLink(by: Actor): Promise<Document> {
    return changed(this.id, (change) => rotateTrackingLink(change, by), { isKeyChanged: true })
  }

  async recordDownload(file: DownloadKind, by: Actor): Promise<void> {
    const work = (change: DocumentChange) => recordDownload(change, file, by)
    await Document.change(this.id, work, { withFields: false })
  }

  /** Withdraws it from its signers. @throws DocumentTransitionRefused */
  void({ reason, by }: { reason?: string; by: Actor }): Promise<Document> {
    return changed(this.id, (change) => end(change, { status: 'voided', by, reason }))
  }

  /** Ends it once its time is over; before that, and after its end, nothing happens. @returns the document as it is afterwards */
  expire(): Promise<Document> {
    return changed(this.id, async (change) => {
      const { isVoidable, isPastExpiry } = change.document
      if (isVoidable && isPastExpiry) await end(change, { status: 'expired', by: SYSTEM })
    })
  }

  /** @returns whether it was waiting for its seal, and so was completed by this call */
  complete(seal: StoredSeal): Promise<boolean> {
    return endSealing(this.id, (change) => complete(change, seal), { withFields: false })
  }

  /** Gives up its seal. @returns whether it was waiting for one, and so failed by this call */
  fail(cause: string): Promise<boolean> {
    return endSealing(this.id, (change) => end(change, { status: 'failed', by: SYSTEM, cause }))
  }

  /** Twice is once. @throws DocumentTransitionRefused before its end, LegalHold */
  erase({ by, reason }: { by: Actor; reason: ErasureReason }): Promise<Document> {
    return changed(this.id, (change) => erase(change, by, reason), { isKeyChanged: true })
  }

  /** Erases what it says of a person who is no longer asked to sign, whatever its state. @param email  theirs */
  async erasePerson(email: string, by: Actor): Promise<void> {
    await Document.change(this.id, (change) => erasePerson(change, email, by), {
      withFields: false,
    })
  }
}

/** @returns the document as it is afterwards; what was read before stays as it was */
function changed(
  id: string,
  work: (change: DocumentChange) => void | Promise<void>,
  options: { isKeyChanged?: boolean } = {}
): Promise<Document> {
  const done = async (change: DocumentChange) => {
    await work(change)
    return change.document
  }
  return Document.change(id, done, options)
}

/** @returns whether it was waiting for its seal */
function endSealing(
  id: string,
  work: (change: DocumentChange) => void | Promise<void>,
  reading?: { withFields: boolean }
): Promise<boolean> {
  const endOnce = async (change: DocumentChange) => {
    const { isSealing } = change.document
    if (isSealing) await work(change)
    return isSealing
  }
  return Document.change(id, endOnce, reading)
}

function moreOf(alongside: Alongside): string {
  return Object.entries(alongside)
    .map(([column, sql]) => `, ${sql} as ${column}`)
    .join('')
}

const OF_DOCUMENT = 'document_id = $1 order by position'

function wholeDocument(id: string, document: Statement) {
  const values = [id]
  return [
    document,
    { text: `select ${columnList(Signer)} from signers where ${OF_DOCUMENT}`, values },
    { text: `select ${columnList(Field)} from fields where ${OF_DOCUMENT}`, values },
  ] as const
}

function assembled(
  [[row], signers, fields]: readonly Row[][],
  made: typeof modelsOf | typeof readOnlyModels
): Document | null {
  if (!row) return null
  const [document] = made(Document, [row])
  document.$setRelated('signers', made(Signer, signers))
  if (fields) document.$setRelated('fields', made(Field, fields))
  return document
}
