import { LIMITS } from '#app/documents/limits'
import DraftRefused from '#app/documents/errors/draft_refused'
import type { InputFault } from '#app/foundation/input_refused'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isLanguage, type Language } from '#app/foundation/phrases/languages'
import { sha256Hex } from '#app/foundation/opaque_token'
import { isRefusal, type Refusal } from '#app/foundation/refusal'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import type { FormFile, MultipartForm } from '#app/front_door/bodies/multipart_form'
import { typedText } from '#app/front_door/bodies/typed_text'
import { faultIn, refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { isOfPlan } from '../plan_refusal.js'
import { fieldFaultOf, inFull, type FieldFault } from './field_faults.js'
import { placedFields, type PlacedField } from './placed_fields.js'
import { isFilledIn, signerRows, type SignerRow } from './signer_rows.js'

export interface ContentValues {
  title: string
  message: string
  expiresInDays: string
  ordered: boolean
  allowDelegation: boolean
  /** Empty for what the brand begins with. */
  language: Language | ''
  signers: SignerRow[]
}

export type ContentField = 'form' | 'file' | 'title' | 'message' | 'expiresInDays' | 'signers'

interface Typed {
  values: ContentValues
  phrases: DashboardPhrasebook
  files?: readonly FormFile[]
  /** As it came. */
  sent: Readonly<Record<string, string>>
  /** As the board sent them. */
  placed?: readonly PlacedField[]
  errors?: ContentForm['errors']
}

/** Where on the page a refusal of the domain is said. */
const FIELD_OF: Record<string, ContentField> = {
  file: 'file',
  roles: 'signers',
  signers: 'signers',
  expiresIn: 'expiresInDays',
}

/** What the forms of a document and of a template share: what was typed, and what is wrong with it, each beside its field. */
export abstract class ContentForm<Input = unknown> {
  readonly values: ContentValues
  readonly sent: Readonly<Record<string, string>>
  readonly errors: Partial<Record<ContentField, string>>
  /** The plan refuses it: another one would help. */
  isOfPlan = false
  readonly fieldFaults: FieldFault[] = []
  protected readonly phrases: DashboardPhrasebook
  protected readonly files: readonly FormFile[]
  readonly #placed: readonly PlacedField[]

  protected constructor({ values, phrases, files = [], sent, placed = [], errors = {} }: Typed) {
    this.phrases = phrases
    this.#placed = placed
    this.values = values
    this.files = files
    this.sent = sent
    this.errors = errors
  }

  /** Of all rows, in the order in which the board sent them. */
  get fields(): PlacedField[] {
    const places = new Map(this.#placed.map((field, at) => [field, at]))
    const placeOf = (field: PlacedField) => places.get(field) ?? 0
    return this.values.signers
      .flatMap(({ fields }) => fields)
      .sort((one, other) => placeOf(one) - placeOf(other))
  }

  /** Of all that were sent, in their order. */
  get filesSha256(): string | null {
    const hashes = this.files.map(({ bytes }) => sha256Hex(bytes))
    return hashes.length > 0 ? hashes.join() : null
  }

  blame(refusal: Refusal): void {
    if (refusal instanceof DraftRefused) {
      for (const fault of refusal.faults) this.#blameDraft(fault)
      return
    }
    this.isOfPlan = isOfPlan(refusal)
    const isOfFile = refusal.code.startsWith('pdf_') || refusal.code === 'too_many_pages'
    const field = isOfFile ? 'file' : (FIELD_OF[String(refusal.path?.[0])] ?? 'form')
    this.errors[field] = refusalIn(this.phrases, refusal)
  }

  protected get rows(): SignerRow[] {
    return this.values.signers.filter(isFilledIn)
  }

  protected abstract get input(): Input

  /** Notes what is wrong with what was typed. */
  protected abstract check(): void

  protected checkText(withoutTitle: string): void {
    const { title, message, expiresInDays } = this.values
    this.#note('title', title ? faultOfLine(title, LIMITS.title, this.phrases) : withoutTitle)
    this.#note('message', faultOfText(message, LIMITS.message, this.phrases))
    this.#note('expiresInDays', this.#faultOfDays(expiresInDays))
  }

  /** Says what is wrong with a part of a row there. @returns whether it can be said there */
  protected abstract blameRow(row: SignerRow, part: unknown, message: string): boolean

  /** @returns null where something is wrong, which `errors` then tells @throws what is not about the form */
  protected async attempt<T>(work: (input: Input) => Promise<T>): Promise<T | null> {
    if (this.#isFaulty) return null
    try {
      return await work(this.input)
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent' || error.kind === 'conflict') throw error
      this.blame(error)
      return null
    }
  }

  /** The same with files, without which there is nothing to attempt it with. */
  protected attemptWithFiles<T>(
    work: (input: Input, files: readonly FormFile[]) => Promise<T>
  ): Promise<T | null> {
    // of a form with a file that was too large, the rest was not read
    if (!this.errors.file) this.check()
    const { t } = this.phrases
    if (this.files.length === 0) this.errors.file ??= t('documents.choose_pdf')
    if (this.files.length > LIMITS.files)
      this.errors.file ??= t('packets.too_many', { count: LIMITS.files })
    return this.attempt((input) => work(input, this.files))
  }

  get #isFaulty(): boolean {
    const isFaultyRow = ({ errors }: SignerRow) => Object.keys(errors).length > 0
    return Object.keys(this.errors).length > 0 || this.rows.some(isFaultyRow)
  }

  #faultOfDays(text: string): string | null {
    const days = Number(text)
    const isWithin = /^\d{1,3}$/.test(text) && days >= 1 && days <= LIMITS.expiresInDays
    return isWithin ? null : this.phrases.t('documents.days_range', { max: LIMITS.expiresInDays })
  }

  #note(field: ContentField, fault: string | null): void {
    if (fault) this.errors[field] = fault
  }

  /** What is wrong with a row is said in that row, the title at the title, the rest above the rows. */
  #blameDraft(fault: InputFault): void {
    const { path } = fault
    const words = faultIn(this.phrases, fault)
    const [list, index, part] = path
    const isOfRows = list === 'signers' || list === 'roles'
    const row = isOfRows ? this.rows[Number(index)] : undefined
    if (row && this.blameRow(row, part, words)) return
    const ofField = row ? fieldFaultOf(fault, this.#placed, row.fields, this.phrases) : null
    if (ofField) {
      this.fieldFaults.push(ofField)
      this.errors.signers ??= inFull(ofField, this.#placed, this.phrases)
      return
    }
    this.errors[list === 'title' ? 'title' : 'signers'] = words
  }
}

/** @param days  to sign, where the form does not ask for them */
export async function typedContent(
  form: MultipartForm,
  phrases: DashboardPhrasebook,
  days: number
): Promise<Typed> {
  const fields = new Map(form.fields)
  const placed = await placedFields(fields.get('fields') ?? '')
  return {
    values: {
      title: typedText(fields.get('title')),
      message: typedText(fields.get('message')),
      expiresInDays: typedText(fields.get('expiresInDays')) || String(days),
      ordered: fields.get('ordered') === 'yes',
      allowDelegation: fields.get('allowDelegation') === 'yes',
      language: languageIn(fields.get('language')),
      signers: signerRows(fields, placed ?? []),
    },
    files: form.files.filter(({ field }) => field === 'file'),
    sent: Object.fromEntries(fields),
    phrases,
    placed: placed ?? [],
    errors: placed ? {} : { form: phrases.t('documents.positions_lost') },
  }
}

function languageIn(typed: string | undefined): Language | '' {
  return isLanguage(typed) ? typed : ''
}
