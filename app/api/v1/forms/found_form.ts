import type { HttpContext } from '@adonisjs/core/http'
import FormNotFound from '#app/templates/errors/form_not_found'
import { PublicForm } from '#app/templates/forms/public_form'
import { reply, type Reply } from '../answer/answer.js'
import { change } from '../idempotency/once.js'
import { formId } from '../input/resource_id.js'
import { FORM_ANSWER } from '../schemas/form.js'
import { transformed } from './form_transformer.js'

/** The form that the path names. @throws FormNotFound, ModeMismatch */
export async function foundForm(ctx: HttpContext, id = formId(ctx)): Promise<PublicForm> {
  const form = await PublicForm.visible(id, ctx.caller.principal.documentsOf)
  if (!form) throw new FormNotFound()
  return form
}

export async function formReply(ctx: HttpContext, id: string, status = 200): Promise<Reply> {
  const location = status === 201 ? `/api/v1/forms/${id}` : undefined
  const form = await transformed(await foundForm(ctx, id), ctx.caller.entitlements)
  return reply(ctx, FORM_ANSWER, form, { status, location })
}

/** A change of it, and the form as it is afterwards. @param work  gets the id of its template */
export function changedForm(
  ctx: HttpContext,
  work: (templateId: string) => Promise<void>
): Promise<void> {
  return change(ctx, async () => {
    const { id, row } = await foundForm(ctx)
    await work(row.template_id)
    return formReply(ctx, id)
  })
}
