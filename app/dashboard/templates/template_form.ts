import { DEFAULT_EXPIRES_IN_DAYS, LIMITS } from '#app/documents/limits'
import { isActing } from '#app/documents/signers/signer_role'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfLine } from '#app/foundation/text_fault'
import type { FormFile, MultipartForm } from '#app/front_door/bodies/multipart_form'
import type { Template } from '#app/templates/template'
import type { TemplateInput } from '#app/templates/template_content'
import { ContentForm, typedContent } from '../documents/content_form.js'
import type { SignerRow } from '../documents/signer_rows.js'

/** Its rows are roles: those of a document's form, in which nobody has an address. */
export class TemplateForm extends ContentForm<TemplateInput> {
  static blank(phrases: DashboardPhrasebook): Promise<TemplateForm> {
    return TemplateForm.of({ fields: [], files: [] }, phrases)
  }

  static ofTemplate({ content }: Template, phrases: DashboardPhrasebook): TemplateForm {
    const { title, message, expiresInDays, roles } = content
    const { allowDelegation = false, language = '' as const } = content
    const values = {
      title,
      message: message ?? '',
      expiresInDays: String(expiresInDays),
      ordered: roles.some(({ order }) => order !== null),
      ...{ allowDelegation, language },
      signers: roles.map(({ role = 'signer', inPerson = false, ...rest }, signer) => ({
        ...{
          role,
          inPerson,
          certificate: rest.certificate ?? null,
          name: rest.name,
          email: '',
          key: '',
          order: rest.order,
          mustProve: false,
          language: '',
          message: '',
        },
        ...{ accessCode: '', accessCommitment: '', isCodeLifted: false },
        ...{ oneTimeCode: rest.oneTimeCode ?? null, phone: '' },
        fields: rest.fields.map((field) => ({ ...field, signer, unit: 'pt' as const })),
        errors: {},
      })),
    }
    return new TemplateForm({ values, sent: {}, phrases })
  }

  /** @param days  to sign, where the form does not ask for them */
  static async of(
    form: MultipartForm,
    phrases: DashboardPhrasebook,
    days = DEFAULT_EXPIRES_IN_DAYS
  ): Promise<TemplateForm> {
    return new TemplateForm(await typedContent(form, phrases, days))
  }

  /** @returns null where something is wrong, which `errors` then tells */
  create<T>(
    create: (input: TemplateInput, files: readonly FormFile[]) => Promise<T>
  ): Promise<T | null> {
    return this.attemptWithFiles(create)
  }

  /** The same for a template, which has its file. @throws TemplateChanged */
  revise<T>(revise: (input: TemplateInput) => Promise<T>): Promise<T | null> {
    this.check()
    return this.attempt(revise)
  }

  protected check(): void {
    const { t } = this.phrases
    this.checkText(t('templates.form_no_title'))
    if (this.rows.length === 0) this.errors.signers = t('templates.form_no_role')
    for (const role of this.rows) {
      const fault = role.name
        ? faultOfLine(role.name, LIMITS.name, this.phrases)
        : t('templates.form_nameless_role')
      role.errors = fault ? { name: fault } : {}
    }
  }

  protected get input(): TemplateInput {
    const { title, message, expiresInDays, ordered, allowDelegation, language } = this.values
    return {
      title,
      message: message || undefined,
      expiresInDays: Number(expiresInDays),
      allowDelegation,
      language: language || null,
      roles: this.rows.map(({ role, inPerson, name, order, fields, ...asked }, index) => ({
        name,
        role,
        inPerson,
        ...(asked.oneTimeCode && { oneTimeCode: asked.oneTimeCode }),
        ...(asked.certificate && { certificate: asked.certificate }),
        fields: fields.map(({ signer: _, ...field }) => field),
        ...(ordered && isActing({ role }) ? { order: order ?? index + 1 } : {}),
      })),
    }
  }

  protected blameRow(row: SignerRow, part: unknown, message: string): boolean {
    if (part !== 'name' && part !== 'oneTimeCode' && part !== 'certificate') return false
    row.errors[part] = message
    return true
  }
}
