import type { HttpContext } from '@adonisjs/core/http'
import { confirm } from '#app/templates/forms/confirmation'
import { FormSubmission, type SubmissionRow } from '#app/templates/forms/form_submission'
import { PublicForm } from '#app/templates/forms/public_form'
import { inScopeOf } from '#app/front_door/link_scope'
import { unknownLink } from '../access/unknown_link.js'
import { dressPage, sendFormPage } from './form_page.js'

/** From the mail that proves an address. Programs that only follow links in mails make nothing: a person presses the button. */
export default class ConfirmationsController {
  /** GET /confirm/:token */
  async show(ctx: HttpContext) {
    await atSubmission(ctx, async (_, form) => {
      await sendFormPage(ctx, 'confirm', {
        form: { title: form.title },
        action: `/confirm/${ctx.params.token}`,
      })
      return true
    })
  }

  /** POST /confirm/:token: makes the document, once, and leads to its signing page. */
  async store(ctx: HttpContext) {
    await atSubmission(ctx, async (submission, form) => {
      const signer = ctx.tenant.isSuspended ? null : await confirm(submission)
      if (signer?.hasOtherLink) return false
      if (signer) ctx.response.redirect(`/sign/${await signer.token()}`, false, 303)
      else await sendClosed(ctx, form)
      return true
    })
  }
}

/** Says where to go on: the document by its own link, or the form once more. */
async function sendLate(
  ctx: HttpContext,
  { document_id: documentId }: SubmissionRow,
  form: PublicForm
): Promise<void> {
  const isUsed = documentId !== null
  if (!isUsed && (form.closure || ctx.tenant.isSuspended)) return sendClosed(ctx, form)
  const state = { form: { title: form.title }, isUsed, formHref: `/f/${await form.token()}` }
  await sendFormPage(ctx, 'late', state, 410)
}

function sendClosed(ctx: HttpContext, { title }: PublicForm): Promise<void> {
  return sendFormPage(ctx, 'closed', { form: { title } }, 410)
}

/** @param work  answers false for a link that leads to nobody any more */
async function atSubmission(
  ctx: HttpContext,
  work: (submission: SubmissionRow, form: PublicForm) => Promise<boolean>
): Promise<void> {
  const { token } = ctx.params
  const environment = FormSubmission.environment(token)
  const found = await inScopeOf(ctx, environment, async () => {
    const submission = await FormSubmission.byToken(token)
    const form = submission && (await PublicForm.find(submission.form_id))
    if (!form) return null
    await dressPage(ctx, `/confirm/${token}`)
    if (await FormSubmission.isLate(submission)) {
      await sendLate(ctx, submission, form)
      return true
    }
    return work(submission, form)
  })
  // of what was proved by nobody nothing is left after a day
  const isOfForm = found === null && environment !== null
  if (!found) await unknownLink(ctx, { isOfForm })
}
