import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { formMembers } from '#app/templates/forms/form_members'
import { plannedForm, type FormInput, type FormPlan } from '#app/templates/forms/form_plan'
import { PublicForm } from '#app/templates/forms/public_form'
import { PublicForms } from '#app/templates/forms/public_forms'
import { Template } from '#app/templates/template'
import TemplateNotFound from '#app/templates/errors/template_not_found'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { answer, reply } from '../answer/answer.js'
import { Cursor } from '../answer/cursor.js'
import { actorOf } from '../documents/found_document.js'
import InvalidCursor from '../errors/invalid_cursor.js'
import { change } from '../idempotency/once.js'
import { bodyOf, queryOf } from '../input/input.js'
import { FORM_ANSWER, FORM_DELETED, FORM_LIST } from '../schemas/form.js'
import { foundTemplate } from '../templates/templates_controller.js'
import { formChangeValidator, formsQuery, formValidator } from '../validators/form_validator.js'
import { pageSize } from '../validators/rules.js'
import { transformed } from './form_transformer.js'
import { changedForm, formReply, foundForm } from './found_form.js'

const LIST = 'forms'

export default class FormsController {
  /** POST /api/v1/templates/:id/forms */
  async store(ctx: HttpContext) {
    const { title, ...wanted } = bodyOf(ctx, formValidator)
    const nothing = { members: [], welcome: null, closesAt: null, most: null }
    return change(ctx, async () => {
      const { id } = await foundTemplate(ctx)
      const responsible = actorOf(ctx).id
      const created = await PublicForms.create(id, (template) => {
        const named = { title: title ?? template.content.title, responsible }
        return planOf(template, { ...nothing, ...named, ...wanted })
      })
      return formReply(ctx, created, 201)
    })
  }

  /** GET /api/v1/forms: the newest first. */
  async index(ctx: HttpContext) {
    const { limit, cursor, templateId } = queryOf(ctx, formsQuery)
    const size = pageSize(limit)
    const audience = ctx.caller.principal.documentsOf
    const after = cursor === undefined ? undefined : placeOf(cursor)
    const forms = await PublicForm.listed({ audience, templateId, after }, size + 1)
    const page = forms.slice(0, size)
    const last = forms.length > size ? page.at(-1) : undefined
    const shown = page.map((form) => transformed(form, ctx.caller.entitlements))
    return answer(ctx, FORM_LIST, {
      data: (await Promise.all(shown)).map((form) => ({ ...form, object: 'form' })),
      hasMore: last !== undefined,
      nextCursor: last ? Cursor.write(LIST, `${last.row.created_at.getTime()}:${last.id}`) : null,
    })
  }

  /** GET /api/v1/forms/:id */
  async show(ctx: HttpContext) {
    const form = await foundForm(ctx)
    return answer(ctx, FORM_ANSWER, await transformed(form, ctx.caller.entitlements))
  }

  /** PATCH /api/v1/forms/:id */
  async update(ctx: HttpContext) {
    const wanted = bodyOf(ctx, formChangeValidator)
    return changedForm(ctx, (templateId) =>
      PublicForms.save(templateId, async (form) => {
        const template = await Template.find(templateId)
        if (!template) throw new TemplateNotFound()
        return planOf(template, { ...inputOf(form), ...wanted }, Object.keys(wanted))
      })
    )
  }

  /** DELETE /api/v1/forms/:id */
  async destroy(ctx: HttpContext) {
    return change(ctx, async () => {
      const { id, row } = await foundForm(ctx)
      await PublicForms.remove(row.template_id)
      return reply(ctx, FORM_DELETED, { id, deleted: true })
    })
  }
}

/** @param given  the fields that were sent; the others say what they said before */
async function planOf(
  template: Template,
  input: FormInput,
  given = Object.keys(input)
): Promise<FormPlan> {
  const { environment } = CurrentTenant.get()
  const [people] = await CurrentTenant.batch([formMembers(environment)])
  return plannedForm(template, input, { given: new Set(given), people })
}

/** What it says now. */
function inputOf({ title, row }: PublicForm): FormInput {
  const { role, welcome, closes_at: closesAt, most, responsible_id: responsible } = row
  const members = Object.entries(row.members).map(([of, member]) => ({ role: of, member }))
  return { title, role, members, welcome, closesAt, most, responsible }
}

/** @throws InvalidCursor */
function placeOf(cursor: string): { createdAt: Date; id: string } {
  const [ms, id] = Cursor.read(LIST, cursor).split(':')
  if (!/^\d{1,14}$/.test(ms) || !isIdentifier('frm', id)) throw new InvalidCursor()
  return { createdAt: new Date(Number(ms)), id }
}
