import type { HttpContext } from '@adonisjs/core/http'
import { LIMITS } from '#app/documents/limits'
import { isEmailAddress } from '#app/foundation/email_address'
import type { Language } from '#app/foundation/phrases/languages'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { isOneLine, isPlain, isVisible } from '#app/foundation/printable_text'
import { charactersWithoutGlyph } from '#app/sealing/type/coverage'
import { Submission } from '#app/front_door/bodies/submission'
import { typedText } from '#app/front_door/bodies/typed_text'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { tell } from '#app/templates/forms/confirmation'
import { FormSubmission } from '#app/templates/forms/form_submission'
import { PublicForm } from '#app/templates/forms/public_form'
import { inScopeOf } from '#app/front_door/link_scope'
import { signerClientInfo } from '../access/signer_client_info.js'
import { unknownLink } from '../access/unknown_link.js'
import { FormLimits } from './form_limits.js'
import { dressPage, sendFormPage } from './form_page.js'

interface Values {
  name: string
  email: string
}

type Faults = Partial<Record<'form' | keyof Values, string>>

export default class FormsController {
  /** GET /f/:token */
  async show(ctx: HttpContext) {
    await atOpenForm(ctx, (form, language) =>
      showForm(ctx, form, language, { name: '', email: '' }, {}, 200)
    )
  }

  /** POST /f/:token: mails the link that proves the address. What the page says is the same for every address. Buttons of languages send the form as well, which comes back as it was; so does the page that says where the link went. */
  async store(ctx: HttpContext) {
    await atOpenForm(ctx, async (form, language) => {
      const body = ctx.request.body()
      const values = { name: typedText(body.name), email: typedText(body.email) }
      const isSent = body.sent !== undefined
      const sent = { ...values, once: typedText(body.once) }
      if (body.language !== undefined && !isSent)
        return showForm(ctx, form, language, values, {}, 200)
      const faults = faultsOf(values, ctx.phrases.t)
      if (Object.keys(faults).length > 0) return showForm(ctx, form, language, values, faults, 422)
      const submission = Submission.of(ctx, '', sent)
      const earlier = await submission.earlier()
      if (!earlier && !isSent) {
        const { ipAddress } = signerClientInfo(ctx.request)
        const isAllowed = await FormLimits.allowSending({
          tenantId: ctx.tenant.id,
          formId: form.id,
          ipAddress,
        })
        if (!isAllowed) {
          const text = ctx.phrases.t('form.too_often')
          const status = isAllowed === null ? 503 : 429
          return showForm(ctx, form, language, values, { form: text }, status)
        }
      }
      const made =
        isSent || earlier ? earlier : await request(ctx, form, { ...values, language }, submission)
      const link = made && (await sandboxLink(made.id))
      return sendFormPage(ctx, 'sent', { form: { title: form.title }, sent, link })
    })
  }
}

/** In the scope of the form. At one that is closed visitors read that, and nothing else. */
async function atOpenForm(
  ctx: HttpContext,
  work: (form: PublicForm, language: Language) => Promise<void>
): Promise<void> {
  const { params, tenant } = ctx
  const found = await inScopeOf(ctx, PublicForm.environment(params.token), async () => {
    const form = await PublicForm.byToken(params.token)
    if (!form) return null
    const language = await dressPage(ctx, `/f/${params.token}`)
    const closure = form.closure ?? (tenant.isSuspended ? 'suspended' : null)
    if (closure === 'archived' || closure === 'suspended') await tell(form, closure)
    if (closure) await sendFormPage(ctx, 'closed', { form: { title: form.title } }, 410)
    else await work(form, language)
    return form
  })
  if (!found) await unknownLink(ctx)
}

/** Too many mails to one address end here, and nobody is told. */
async function request(
  { tenant }: HttpContext,
  form: PublicForm,
  visitor: Values & { language: Language },
  submission: Submission
): Promise<{ id: string } | null> {
  if (!(await FormLimits.allowMailing(tenant.id, visitor.email))) return null
  return submission.run((keep) => FormSubmission.request(form, visitor, (id) => keep({ id })))
}

/** The sandbox sends no mail: there the page itself has the link. */
async function sandboxLink(id: string): Promise<string | null> {
  if (CurrentTenant.get().environment !== 'test') return null
  const submission = await FormSubmission.find(id)
  return submission && `/confirm/${await FormSubmission.token(submission)}`
}

function faultsOf({ name, email }: Values, t: Phrasebook['t']): Faults {
  const faults: Faults = {}
  if (name.length > LIMITS.name) faults.name = t('faults.too_long', { max: LIMITS.name })
  else if (!isPlain(name) || !isOneLine(name)) faults.name = t('faults.not_plain')
  else if (!isVisible(name)) faults.name = t('faults.empty')
  else {
    // the certificate prints it: behind the mail nobody could be told any more
    const missing = charactersWithoutGlyph(name)
    if (missing.length > 0) faults.name = t('faults.no_glyph', { characters: missing.join(' ') })
  }
  if (!isEmailAddress(email)) faults.email = t('faults.no_email')
  return faults
}

function showForm(
  ctx: HttpContext,
  { title, row }: PublicForm,
  language: Language,
  values: Values,
  errors: Faults,
  status: number
): Promise<void> {
  const action = `/f/${ctx.params.token}?language=${language}`
  const form = { title, welcome: row.welcome, action }
  return sendFormPage(ctx, 'form', { form, values, errors, maxName: LIMITS.name }, status)
}
