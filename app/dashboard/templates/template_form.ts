import { DEFAULT_EXPIRES_IN_DAYS, LIMITS } from '#app/documents/limits'
import DraftRefused from '#app/documents/errors/draft_refused'
import { sha256Hex } from '#app/foundation/opaque_token'
import { isRefusal, type Refusal } from '#app/foundation/refusal'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import type { FormFile, MultipartForm } from '#app/front_door/bodies/multipart_form'
import { typedText } from '#app/front_door/bodies/typed_text'
import { sentence } from '#app/front_door/pages/flash_outcome'
import type { Template } from '#app/templates/template'
import type { TemplateInput } from '#app/templates/template_content'
import { faultOfDays } from '../documents/document_form.js'
import { placedFields } from '../documents/placed_fields.js'
import { isFilledIn, signerRows, type SignerRow } from '../documents/signer_rows.js'
import { isOfPlan } from '../plan_refusal.js'

interface Values {
  title: string
  message: string
  expiresInDays: string
  ordered: boolean
  /** Roles: a row of a document's form, in which nobody has an address. */
  signers: SignerRow[]
}

type FormField = 'form' | 'file' | 'title' | 'message' | 'expiresInDays' | 'signers'

/** Where on the page a refusal of the domain is said. */
const FIELD_OF: Record<string, FormField> = {
  file: 'file',
  roles: 'signers',
  signers: 'signers',
  expiresIn: 'expiresInDays',
}

/** The form of a template: that of a document, with roles instead of people. */
export class TemplateForm {
  readonly errors: Partial<Record<FormField, string>> = {}
  /** The plan refuses it: another one would help. */
  isOfPlan = false

  private constructor(
    readonly values: Values,
    readonly file: FormFile | undefined,
    /** As it came. */
    readonly sent: Readonly<Record<string, string>>
  ) {}

  static blank(): Promise<TemplateForm> {
    return TemplateForm.of({ fields: [], files: [] })
  }

  static ofTemplate({ content }: Template): TemplateForm {
    const { title, message, expiresInDays, roles } = content
    const values = {
      title,
      message: message ?? '',
      expiresInDays: String(expiresInDays),
      ordered: roles.some(({ order }) => order !== null),
      signers: roles.map(({ name, order, fields }, signer) => ({
        ...{ name, email: '', key: '', order, mustProve: false },
        fields: fields.map((field) => ({ ...field, signer, unit: 'pt' as const })),
        errors: {},
      })),
    }
    return new TemplateForm(values, undefined, {})
  }

  /** @param days  to sign, where the form does not ask for them */
  static async of(form: MultipartForm, days = DEFAULT_EXPIRES_IN_DAYS): Promise<TemplateForm> {
    const fields = new Map(form.fields)
    const file = form.files.find(({ field }) => field === 'file')
    const placed = await placedFields(fields.get('fields') ?? '')
    const values = {
      title: typedText(fields.get('title')),
      message: typedText(fields.get('message')),
      expiresInDays: typedText(fields.get('expiresInDays')) || String(days),
      ordered: fields.get('ordered') === 'yes',
      signers: signerRows(fields, placed ?? []),
    }
    const posted = new TemplateForm(values, file, Object.fromEntries(fields))
    if (placed === null)
      posted.errors.form = 'Some field positions were lost. Place the fields again.'
    return posted
  }

  get fileSha256(): string | null {
    return this.file ? sha256Hex(this.file.bytes) : null
  }

  /** @returns null where something is wrong, which `errors` then tells @throws what is not about the form */
  async attempt<T>(
    work: (input: TemplateInput) => Promise<T>,
    { needsFile = false } = {}
  ): Promise<T | null> {
    if (!this.errors.file) this.#check()
    if (needsFile && !this.file) this.errors.file ??= 'Choose a PDF.'
    if (this.#isFaulty) return null
    try {
      return await work(this.#input)
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent' || error.kind === 'conflict') throw error
      this.blame(error)
      return null
    }
  }

  blame(refusal: Pick<Refusal, 'code' | 'path' | 'message'>): void {
    if (refusal instanceof DraftRefused) return this.#blameRoles(refusal)
    this.isOfPlan = isOfPlan(refusal)
    const isOfFile = refusal.code.startsWith('pdf_') || refusal.code === 'too_many_pages'
    const field = isOfFile ? 'file' : (FIELD_OF[String(refusal.path?.[0])] ?? 'form')
    this.errors[field] = sentence(refusal.message)
  }

  #check(): void {
    const { title, message, expiresInDays } = this.values
    const note = (field: FormField, fault: string | null) => {
      if (fault) this.errors[field] = fault
    }
    note('title', title ? faultOfLine(title, LIMITS.title) : 'Give the template a title.')
    note('message', faultOfText(message, LIMITS.message))
    note('expiresInDays', faultOfDays(expiresInDays))
    if (this.#roles.length === 0) this.errors.signers = 'Add at least one role.'
    for (const role of this.#roles) {
      const fault = role.name ? faultOfLine(role.name, LIMITS.name) : 'Which role is this?'
      role.errors = fault ? { name: fault } : {}
    }
  }

  get #roles(): SignerRow[] {
    return this.values.signers.filter(isFilledIn)
  }

  get #isFaulty(): boolean {
    const isFaultyRow = ({ errors }: SignerRow) => Object.keys(errors).length > 0
    return Object.keys(this.errors).length > 0 || this.#roles.some(isFaultyRow)
  }

  get #input(): TemplateInput {
    const { title, message, expiresInDays, ordered } = this.values
    return {
      title,
      message: message || undefined,
      expiresInDays: Number(expiresInDays),
      roles: this.#roles.map(({ name, order, fields }, index) => ({
        name,
        fields: fields.map(({ signer: _, ...field }) => field),
        ...(ordered ? { order: order ?? index + 1 } : {}),
      })),
    }
  }

  #blameRoles({ faults }: DraftRefused): void {
    for (const { path, message } of faults) {
      const row = path[0] === 'roles' ? this.#roles[Number(path[1])] : undefined
      if (row && path[2] === 'name') row.errors.name = sentence(message)
      else this.errors[path[0] === 'title' ? 'title' : 'signers'] = sentence(message)
    }
  }
}
