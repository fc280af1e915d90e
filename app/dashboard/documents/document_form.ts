import type Document from '#app/documents/document'
import { asWritten } from '#app/documents/drafts/as_written'
import type { DraftInput, SignerInput } from '#app/documents/drafts/draft_input'
import { DEFAULT_EXPIRES_IN_DAYS, LIMITS } from '#app/documents/limits'
import type { FormFile, MultipartForm } from '#app/front_door/bodies/multipart_form'
import { isActing } from '#app/documents/signers/signer_role'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isLanguage } from '#app/foundation/phrases/languages'
import { ContentForm, typedContent } from './content_form.js'
import { faultsOfRow, isPartOfRow, phoneOf, type SignerRow } from './signer_rows.js'

type Input = Omit<DraftInput, 'by'>

export class DocumentForm extends ContentForm<Input> {
  static blank(phrases: DashboardPhrasebook): Promise<DocumentForm> {
    return DocumentForm.of({ fields: [], files: [] }, phrases)
  }

  /** As a draft is stored. */
  static ofDraft(draft: Document, phrases: DashboardPhrasebook): DocumentForm {
    const { title, message, expiresInDays, signers, allowsDelegation, language } = draft
    const values = {
      title,
      message: message ?? '',
      expiresInDays: String(expiresInDays),
      ordered: signers.some(({ isOrdered }) => isOrdered),
      allowDelegation: allowsDelegation,
      language: language ?? ('' as const),
      signers: asWritten(draft).map(rowOf),
    }
    return new DocumentForm({ values, sent: {}, phrases })
  }

  /** @param days  to sign, where the form does not ask for them */
  static async of(
    form: MultipartForm,
    phrases: DashboardPhrasebook,
    days = DEFAULT_EXPIRES_IN_DAYS
  ): Promise<DocumentForm> {
    return new DocumentForm(await typedContent(form, phrases, days))
  }

  get isToBeSent(): boolean {
    return this.sent.send === 'yes'
  }

  /** @returns null where something is wrong, which `errors` then tells */
  create(
    create: (input: Input, files: readonly FormFile[], send: boolean) => Promise<Document>
  ): Promise<Document | null> {
    return this.attemptWithFiles((input, files) => create(input, files, this.isToBeSent))
  }

  /** The same for a draft, which has its file. @throws DraftChanged */
  revise(revise: (input: Input) => Promise<Document>): Promise<Document | null> {
    this.check()
    return this.attempt(revise)
  }

  protected check(): void {
    const signers = this.rows
    const { t } = this.phrases
    this.checkText(t('documents.no_title'))
    if (signers.length === 0) this.errors.signers = t('documents.no_signer')
    if (signers.length > LIMITS.signers)
      this.errors.signers = t('documents.too_many_signers', { max: LIMITS.signers })
    for (const signer of signers) signer.errors = faultsOfRow(signer, this.phrases)
  }

  protected get input(): Input {
    const { title, message, expiresInDays, ordered, allowDelegation, language } = this.values
    return {
      title,
      message: message || undefined,
      expiresInDays: Number(expiresInDays),
      allowDelegation,
      language: language || null,
      signers: this.rows.map((row, index) => ({
        ...personOf(row),
        fields: row.fields.map(({ signer: _, ...field }) => field),
        ...(ordered && isActing(row) ? { order: row.order ?? index + 1 } : {}),
      })),
    }
  }

  protected blameRow(row: SignerRow, part: unknown, message: string): boolean {
    if (!isPartOfRow(part)) return false
    row.errors[part] = message
    return true
  }
}

function rowOf(written: SignerInput, signer: number): SignerRow {
  const { role = 'signer', inPerson = false, name, email, key = '', order } = written
  const { identity, accessCommitment = '', oneTimeCode = null, phone = '' } = written
  const { language = '', message = '', fields = [], certificate = null } = written
  return {
    ...{ role, inPerson, name, email, key, language, message },
    mustProve: identity !== undefined,
    certificate,
    ...{ accessCode: '', accessCommitment, isCodeLifted: false, oneTimeCode, phone },
    order: order ?? null,
    fields: fields.map((field) => ({ ...field, signer, unit: 'pt' as const })),
    errors: {},
  }
}

/** What is said of a signer beside place and order; what was left empty is not said, nor what has no meaning for somebody who gets a copy. */
function personOf(row: SignerRow) {
  const { role, name, email, key, language } = row
  const person = {
    ...{ name, email },
    ...(key ? { key } : {}),
    ...(isLanguage(language) ? { language } : {}),
  }
  return isActing(row) ? { ...person, ...askedOf(row) } : { ...person, role }
}

function askedOf(row: SignerRow) {
  const { role, inPerson, mustProve, certificate, message } = row
  const { accessCode, accessCommitment, isCodeLifted, oneTimeCode } = row
  const isKept = accessCommitment !== '' && !isCodeLifted && !oneTimeCode
  const phone = phoneOf(oneTimeCode, row.phone)
  return {
    ...(role !== 'signer' && { role }),
    ...(inPerson && { inPerson }),
    ...(mustProve ? { identity: 'single_sign_on' as const } : {}),
    ...(certificate && role === 'signer' && !inPerson ? { certificate } : {}),
    ...(accessCode ? { accessCode } : isKept ? { accessCommitment } : {}),
    ...(oneTimeCode ? { oneTimeCode } : {}),
    ...(phone ? { phone } : {}),
    ...(message ? { message } : {}),
  }
}
