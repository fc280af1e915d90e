import type { HttpContext } from '@adonisjs/core/http'
import Document from '#app/documents/document'
import DocumentTransitionRefused from '#app/documents/errors/document_transition_refused'
import DraftChanged from '#app/documents/errors/draft_changed'
import { isRefusal } from '#app/foundation/refusal'
import { multipartForm } from '#app/front_door/bodies/multipart_form'
import { Submission } from '#app/front_door/bodies/submission'
import { clientInfo } from '#app/front_door/client_info'
import BodyTooLarge from '#app/front_door/errors/body_too_large'
import { unit } from '#app/tenancy/current_tenant'
import { phrasesOf } from '../language.js'
import { sendOutcome } from './editor_outcome.js'
import { PlacementForm } from './placement_form.js'
import { showEditor } from './editor_page.js'

/** Room for all the fields that a document can have, with long texts. */
const MAX_FORM_BYTES = 8 * 1024 * 1024
const FORM_LIMIT = { bytes: MAX_FORM_BYTES, refusal: () => new BodyTooLarge(MAX_FORM_BYTES) }

export default class PlacementsController {
  /** GET /field-editor/:token */
  async edit(ctx: HttpContext) {
    const { session, document, state } = ctx.fieldEditor
    if (state !== 'open') return sendOutcome(ctx, state, session)
    return showEditor(ctx, PlacementForm.ofDraft(document))
  }

  /** POST /field-editor/:token: saves the fields, unless they, the file or the signers are others than when the editor was opened. */
  async update(ctx: HttpContext) {
    const { session, document, state } = ctx.fieldEditor
    if (state !== 'open') return sendOutcome(ctx, state, session)
    const phrases = phrasesOf(ctx)
    const sent = await multipartForm(ctx.request, FORM_LIMIT)
    const form = await PlacementForm.of(sent, document, phrases)
    if (form.error) return showEditor(ctx, form, { status: 422 })
    try {
      await save(ctx, form)
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error instanceof DraftChanged) return showConflict(ctx, form)
      if (error instanceof DocumentTransitionRefused) return sendOutcome(ctx, 'closed', session)
      if (error.kind === 'absent') throw error
      form.blame(error, document, phrases)
      return showEditor(ctx, form, { status: 422 })
    }
    return ctx.response.redirect(`/field-editor/${ctx.params.token}/saved`, false, 303)
  }

  /** GET /field-editor/:token/saved */
  async show(ctx: HttpContext) {
    const { session, state } = ctx.fieldEditor
    const again = state === 'open' ? `/field-editor/${ctx.params.token}` : null
    return sendOutcome(ctx, 'saved', session, { again })
  }
}

async function save(ctx: HttpContext, form: PlacementForm): Promise<void> {
  const { session, document } = ctx.fieldEditor
  const by = ctx.fieldEditor.actor(clientInfo(ctx.request))
  const { id, origin } = session
  const placement = {
    fields: form.fieldsOf(document),
    version: form.version,
    editor: { id, origin },
  }
  await Submission.of(ctx, id, form.sent).run((keep) =>
    unit(async () => {
      await document.placeFields(placement, by)
      await keep({ id: document.id })
    })
  )
}

/** Where the fields alone are others, saving once more means it: the form carries their version. Else they have no place any more. */
async function showConflict(ctx: HttpContext, form: PlacementForm): Promise<void> {
  const { session, document } = ctx.fieldEditor
  const draft = await Document.whole(document.id)
  if (draft?.status !== 'draft') return sendOutcome(ctx, 'closed', session)
  return form.isOnGroundOf(draft)
    ? showEditor(ctx, form.over(draft), { status: 409, conflict: 'fields', draft })
    : showEditor(ctx, PlacementForm.ofDraft(draft), { status: 409, conflict: 'ground', draft })
}
