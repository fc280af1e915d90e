import type Document from '#app/documents/document'
import { asWritten } from '#app/documents/drafts/as_written'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import { DEFAULT_EXPIRES_IN_DAYS, LIMITS } from '#app/documents/limits'
import DraftRefused from '#app/documents/errors/draft_refused'
import { sha256Hex } from '#app/foundation/opaque_token'
import { isRefusal, type Refusal } from '#app/foundation/refusal'
import type { FormFile, MultipartForm } from '#app/front_door/bodies/multipart_form'
import { placedFields } from './placed_fields.js'
import { isOfPlan } from '../plan_refusal.js'
import { faultsOfRow, isFilledIn, isPartOfRow, signerRows, type SignerRow } from './signer_rows.js'
import { sentence } from '#app/front_door/pages/flash_outcome'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'

interface Values {
  title: string
  message: string
  expiresInDays: string
  ordered: boolean
  signers: SignerRow[]
}

type FormField = 'form' | 'file' | 'title' | 'message' | 'expiresInDays' | 'signers'

type Input = Omit<DraftInput, 'by'>

/** Where on the page a refusal of the domain is said. */
const FIELD_OF: Record<string, FormField> = {
  file: 'file',
  signers: 'signers',
  expiresIn: 'expiresInDays',
}

/** The form of a document: what was typed, and what is wrong with it, each beside its field. */
export class DocumentForm {
  readonly errors: Partial<Record<FormField, string>> = {}
  /** The plan refuses it: another one would help. */
  isOfPlan = false

  private constructor(
    readonly values: Values,
    private file: FormFile | undefined,
    readonly isToBeSent: boolean,
    /** As it came. */
    readonly sent: Readonly<Record<string, string>>
  ) {}

  static blank(): Promise<DocumentForm> {
    return DocumentForm.of({ fields: [], files: [] })
  }

  /** As a draft is stored. */
  static ofDraft(draft: Document): DocumentForm {
    const { title, message, expiresInDays, signers } = draft
    const values: Values = {
      title,
      message: message ?? '',
      expiresInDays: String(expiresInDays),
      ordered: signers.some(({ isOrdered }) => isOrdered),
      signers: asWritten(draft).map(
        ({ name, email, key = '', order, identity, fields = [] }, signer) => ({
          ...{ name, email, key, mustProve: identity !== undefined },
          order: order ?? null,
          fields: fields.map((field) => ({ ...field, signer, unit: 'pt' as const })),
          errors: {},
        })
      ),
    }
    return new DocumentForm(values, undefined, false, {})
  }

  /** @param days  to sign, where the form does not ask for them */
  static async of(form: MultipartForm, days = DEFAULT_EXPIRES_IN_DAYS): Promise<DocumentForm> {
    const fields = new Map(form.fields)
    const file = form.files.find(({ field }) => field === 'file')
    const placed = await placedFields(fields.get('fields') ?? '')
    const values: Values = {
      title: typedText(fields.get('title')),
      message: typedText(fields.get('message')),
      expiresInDays: typedText(fields.get('expiresInDays')) || String(days),
      ordered: fields.get('ordered') === 'yes',
      signers: signerRows(fields, placed ?? []),
    }
    const posted = new DocumentForm(
      values,
      file,
      fields.get('send') === 'yes',
      Object.fromEntries(fields)
    )
    if (placed === null)
      posted.errors.form = 'Some field positions were lost. Place the fields again.'
    return posted
  }

  get fileSha256(): string | null {
    return this.file ? sha256Hex(this.file.bytes) : null
  }

  /** @returns null where something is wrong, which `errors` then tells */
  async create(
    create: (input: Input, file: FormFile, send: boolean) => Promise<Document>
  ): Promise<Document | null> {
    const { file } = this
    // of a form with a file that was too large, the rest was not read
    if (!this.errors.file) this.#check()
    if (!file) this.errors.file ??= 'Choose a PDF.'
    return this.#attempt((input) => create(input, file!, this.isToBeSent))
  }

  /** The same for a draft, which has its file. @throws DraftChanged */
  async revise(revise: (input: Input) => Promise<Document>): Promise<Document | null> {
    this.#check()
    return this.#attempt(revise)
  }

  blame(refusal: Pick<Refusal, 'code' | 'path' | 'message'>): void {
    if (refusal instanceof DraftRefused) return this.#blameDraft(refusal)
    this.isOfPlan = isOfPlan(refusal)
    const isOfFile = refusal.code.startsWith('pdf_') || refusal.code === 'too_many_pages'
    const field = isOfFile ? 'file' : (FIELD_OF[String(refusal.path?.[0])] ?? 'form')
    this.errors[field] = sentence(refusal.message)
  }

  async #attempt(work: (input: Input) => Promise<Document>): Promise<Document | null> {
    if (this.#isFaulty) return null
    try {
      return await work(this.#input)
    } catch (error) {
      const isOfDraft = isRefusal(error) && (error.kind === 'absent' || error.kind === 'conflict')
      if (!isRefusal(error) || isOfDraft) throw error
      this.blame(error)
      return null
    }
  }

  #check(): void {
    const { title, message, expiresInDays } = this.values
    const signers = this.#signers
    this.#note('title', title ? faultOfLine(title, LIMITS.title) : 'Give the document a title.')
    this.#note('message', faultOfText(message, LIMITS.message))
    this.#note('expiresInDays', faultOfDays(expiresInDays))
    if (signers.length === 0) this.errors.signers = 'Add at least one signer.'
    if (signers.length > LIMITS.signers)
      this.errors.signers = `A document has at most ${LIMITS.signers} signers.`
    for (const signer of signers) signer.errors = faultsOfRow(signer)
  }

  #note(field: FormField, fault: string | null): void {
    if (fault) this.errors[field] = fault
  }

  get #signers(): SignerRow[] {
    return this.values.signers.filter(isFilledIn)
  }

  get #isFaulty(): boolean {
    return (
      Object.keys(this.errors).length > 0 ||
      this.#signers.some(({ errors }) => Object.keys(errors).length > 0)
    )
  }

  get #input(): Omit<DraftInput, 'by'> {
    const { title, message, expiresInDays, ordered } = this.values
    return {
      title,
      message: message || undefined,
      expiresInDays: Number(expiresInDays),
      signers: this.#signers.map(({ name, email, key, order, fields, mustProve }, index) => ({
        name,
        email,
        fields: fields.map(({ signer: _, ...field }) => field),
        ...(key ? { key } : {}),
        ...(ordered ? { order: order ?? index + 1 } : {}),
        ...(mustProve ? { identity: 'single_sign_on' as const } : {}),
      })),
    }
  }

  /** What is wrong with a signer is said in that row, the title at the title, the rest above the rows. */
  #blameDraft({ faults }: DraftRefused): void {
    for (const { path, message } of faults) {
      const [part, index, of] = path
      const row = part === 'signers' ? this.#signers[Number(index)] : undefined
      if (row && isPartOfRow(of)) row.errors[of] = sentence(message)
      else this.errors[part === 'title' ? 'title' : 'signers'] = sentence(message)
    }
  }
}

export function faultOfDays(text: string): string | null {
  const days = Number(text)
  const isWithin = /^\d{1,3}$/.test(text) && days >= 1 && days <= LIMITS.expiresInDays
  return isWithin ? null : `Give a number of days from 1 to ${LIMITS.expiresInDays}.`
}
