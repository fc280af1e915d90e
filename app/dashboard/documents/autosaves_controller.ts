import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { draftVersion } from '#app/documents/drafts/draft_version'
import DraftChanged from '#app/documents/errors/draft_changed'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isRefusal } from '#app/foundation/refusal'
import { multipartForm } from '#app/front_door/bodies/multipart_form'
import { Submission } from '#app/front_door/bodies/submission'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { clock } from '#app/foundation/clock'
import { unit } from '#app/tenancy/current_tenant'
import { phrasesOf } from '../language.js'
import { DocumentForm } from './document_form.js'
import { conflictStatement, draftConflict } from './draft_conflict.js'
import { revisionOf } from './drafts_controller.js'
import { stillSays } from './saved_draft.js'
import { visibleDocument, visibleDocumentWith } from './visible_document.js'
import { ROWS_LIMIT } from './rows_limit.js'

/** For the script beside the form of a draft: answers in JSON. */
export default class AutosavesController {
  /** GET /documents/:id/version: which version is stored, and whose. */
  async show(ctx: HttpContext) {
    const { document, rows } = await visibleDocumentWith(ctx, (id) => [conflictStatement(id)])
    const phrases = phrasesOf(ctx)
    const form = DocumentForm.ofDraft(document, phrases)
    const { who } = draftConflict(document, form, rows[0], phrases)
    const isDraft = document.status === 'draft'
    const version = draftVersion(document)
    return ctx.response.json({ isDraft, version, who, at: document.updatedAt })
  }

  /** POST /documents/:id/autosaves: the form as it stands. It is never sent, and never overwrites another version. */
  async store(ctx: HttpContext) {
    const { dashboard, response } = ctx
    dashboard.requireOpenAccount()
    const { document } = await visibleDocument(ctx)
    const phrases = phrasesOf(ctx)
    const form = await DocumentForm.of(
      await multipartForm(ctx.request, ROWS_LIMIT),
      phrases,
      document.expiresInDays
    )
    const submission = Submission.of(ctx, dashboard.user.id, form.sent)
    try {
      const saved = await submission.run(
        (keep) =>
          form.revise((input) =>
            unit(async () => {
              const revised = await document.revise(
                revisionOf(document, input),
                dashboard.actor(ctx),
                form.sent.version ?? '',
                { isAutosaved: true }
              )
              await keep({ id: document.id, version: draftVersion(revised) })
              return revised
            })
          ),
        stillSays
      )
      if (!saved) return response.status(422).json({ message: firstFault(form, phrases) })
      return response.json({ version: saved.version, at: clock.now() })
    } catch (error) {
      if (error instanceof DraftChanged) return conflict(ctx, form)
      if (!isRefusal(error) || error.kind === 'absent') throw error
      return response.status(422).json({ message: refusalIn(phrasesOf(ctx), error) })
    }
  }
}

async function conflict(ctx: HttpContext, form: DocumentForm): Promise<void> {
  const { document, rows } = await visibleDocumentWith(ctx, (id) => [conflictStatement(id)])
  const { who, theirs } = draftConflict(document, form, rows[0], phrasesOf(ctx))
  const stored = { who, theirs, at: document.updatedAt, version: versionOf(document) }
  return ctx.response.status(409).json(stored)
}

/** Null for what is no draft any more: nothing can be saved over it. */
function versionOf(document: Document): string | null {
  return document.status === 'draft' ? draftVersion(document) : null
}

function firstFault({ errors, values }: DocumentForm, { t }: DashboardPhrasebook): string {
  const ofSigners = values.signers.flatMap((signer, at) =>
    Object.values(signer.errors).map((words) =>
      t('documents.fault_of_signer', { number: at + 1, words })
    )
  )
  return [...Object.values(errors), ...ofSigners][0] ?? ''
}
