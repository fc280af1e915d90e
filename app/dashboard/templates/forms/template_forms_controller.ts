import type { HttpContext } from '@adonisjs/core/http'
import { renderSVG } from 'uqr'
import { embedded } from '#app/foundation/printable_text'
import { isRefusal } from '#app/foundation/refusal'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { flashOutcome } from '../../flash_outcome.js'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import TemplateChanged from '#app/templates/errors/template_changed'
import { Template } from '#app/templates/template'
import { formMembers, type FormMember } from '#app/templates/forms/form_members'
import { PublicForm } from '#app/templates/forms/public_form'
import { PublicForms } from '#app/templates/forms/public_forms'
import { phrasesOf } from '../../language.js'
import { showPage } from '../../page.js'
import { submissionOf } from '../../submission_of.js'
import { visibleTemplateWith } from '../visible_template.js'
import { formView } from './form_view.js'
import { PublicFormForm } from './public_form_form.js'

export default class TemplateFormsController {
  /** GET /templates/:id/form */
  async show(ctx: HttpContext) {
    const page = await pageOf(ctx)
    const { template, form } = page
    const filled = PublicFormForm.of(template, form?.row ?? null, ctx.dashboard.user.id)
    return showForm(ctx, page, filled)
  }

  /** POST /templates/:id/form, with `?version=` that of the roles: turns it on, or saves what was changed in it. */
  async store(ctx: HttpContext) {
    ctx.dashboard.requireOpenAccount()
    const page = await pageOf(ctx)
    let attempt = attemptOn(ctx, page)
    try {
      await PublicForms.turnOn(page.template.id, ctx.dashboard.user.id, (template, form) => {
        attempt = attemptOn(ctx, { ...page, template, form })
        return attempt.settings
      })
    } catch (error) {
      if (!isRefusal(error) || error.kind !== 'conflict') throw error
      attempt.filled.errors.form = refusalIn(phrasesOf(ctx), error)
      return showForm(ctx, page, attempt.filled, 422)
    }
    if (!attempt.settings) return showForm(ctx, attempt.page, attempt.filled, attempt.status)
    flash(ctx, 'success', phrasesOf(ctx).t('templates.done_form_on'))
    ctx.response.redirect(addressOf(ctx, page.template), false, 303)
  }

  /** POST /templates/:id/form/off */
  async destroy(ctx: HttpContext) {
    const { template } = await pageOf(ctx)
    const done = phrasesOf(ctx).t('templates.done_form_off')
    const back = addressOf(ctx, template)
    return flashOutcome(ctx, { back, done }, () => PublicForms.turnOff(template.id))
  }

  /** POST /templates/:id/form/link: another one; the one before leads nowhere. */
  async rotate(ctx: HttpContext) {
    const { template } = await pageOf(ctx)
    const done = phrasesOf(ctx).t('templates.done_new_link')
    const back = addressOf(ctx, template)
    return flashOutcome(ctx, { back, done }, () =>
      submissionOf(ctx).change(template.id, () => PublicForms.rotate(template.id))
    )
  }
}

interface FormPage {
  /** At its newest version, of which documents are made. */
  template: Template
  /** At the version that the address asks for. */
  shown: Template
  form: PublicForm | null
  members: FormMember[]
}

async function pageOf(ctx: HttpContext): Promise<FormPage> {
  const { template, rows } = await visibleTemplateWith(ctx, (id) => [
    PublicForm.reading(id),
    formMembers(ctx.dashboard.environment),
  ])
  const newest = template.isNewest ? template : await Template.find(template.id)
  const form = PublicForm.from(rows[0])
  return { template: newest ?? template, shown: template, form, members: rows[1] }
}

function addressOf({ dashboard }: HttpContext, { id }: Template): string {
  return `${dashboard.base}/templates/${id}/form`
}

/** What a form that was sent amounts to beside what is stored, and how it is shown again where it cannot be saved. */
function attemptOn(ctx: HttpContext, page: FormPage) {
  const { template, form, members, shown } = page
  const phrases = phrasesOf(ctx)
  const body = ctx.request.body()
  const stored = PublicFormForm.of(template, form?.row ?? null, ctx.dashboard.user.id)
  const sent = PublicFormForm.sent(shown, body)
  const filled = sent.over(stored)
  // sent twice, the first save finds what it has made; a page of an earlier release does not say which form it showed
  const isShown = body.form === undefined || typedText(body.form) === (form?.id ?? '')
  const isOther = !isShown && !(form && sent.isLike(stored))
  const isOff = body.wasOn === 'yes' && form?.closure === 'off'
  const other = form ? 'templates.form_set_up_meanwhile' : 'templates.form_deleted_meanwhile'
  const conflicts = [
    ...(isOther ? [phrases.t(other)] : []),
    ...(isOff ? [phrases.t('templates.form_off_meanwhile')] : []),
    // roles are sent by their places, which are others now
    ...(shown.version === template.version
      ? []
      : [refusalIn(phrases, new TemplateChanged(template.version))]),
  ]
  if (conflicts.length === 0)
    return { page, filled, settings: filled.settings(members, phrases), status: 422 }
  filled.errors.form = conflicts.join(' ')
  return { page, filled, settings: null, status: 409 }
}

async function showForm(
  ctx: HttpContext,
  { template, form, members }: FormPage,
  filled: PublicFormForm,
  status = 200
): Promise<void> {
  const url = form && (await form.url(ctx.profile.entitlements))
  const { values, errors } = filled
  return showPage(
    ctx,
    'dashboard/templates/form',
    {
      template: {
        ...{ id: template.id, version: template.version },
        ...{ title: template.content.title, isArchived: template.isArchived },
      },
      link: form &&
        url && {
          ...formView(form, phrasesOf(ctx)),
          url,
          qr: renderSVG(url, { border: 2, ecc: 'M' }),
        },
      ...{ formId: form?.id ?? '', initial: filled.initial },
      roles: filled.rows(members),
      members: members.map(({ id, name }) => ({ id, name: embedded(name) })),
      ...{ values, errors },
    },
    status
  )
}
