import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { asWritten } from '#app/documents/drafts/as_written'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import { draftVersion } from '#app/documents/drafts/draft_version'
import type { Revision } from '#app/documents/drafts/revision'
import DraftChanged from '#app/documents/errors/draft_changed'
import { canonicalJson } from '#app/foundation/canonical_json'
import { isRefusal } from '#app/foundation/refusal'
import { multipartForm } from '#app/front_door/bodies/multipart_form'
import { Submission } from '#app/front_door/bodies/submission'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { Vouching } from '#app/single_sign_on/vouching'
import { unit } from '#app/tenancy/current_tenant'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { DocumentForm } from './document_form.js'
import { conflictStatement, draftConflict, type DraftConflict } from './draft_conflict.js'
import { formOptions } from './form_options.js'
import { pageViewer } from './page_viewer.js'
import { stillSays } from './saved_draft.js'
import { visibleDocument, visibleDocumentWith } from './visible_document.js'
import { ROWS_LIMIT } from './rows_limit.js'

interface Shown {
  status?: number
  conflict?: DraftConflict | null
  /** Where it was read already. */
  vouching?: Vouching
}

export default class DraftsController {
  /** GET /documents/:id/edit */
  async edit(ctx: HttpContext) {
    const { document, vouching } = await draftAndVouching(ctx)
    ctx.dashboard.requireOpenAccount()
    if (document.status !== 'draft') return backTo(ctx, document.id)
    return showForm(ctx, document, DocumentForm.ofDraft(document, phrasesOf(ctx)), { vouching })
  }

  /** POST /documents/:id: saves a draft, unless somebody else has changed it since its form was opened. */
  async update(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const { document } = await visibleDocument(ctx)
    const phrases = phrasesOf(ctx)
    const { id, expiresInDays } = document
    const sent = await multipartForm(ctx.request, ROWS_LIMIT)
    const form = await DocumentForm.of(sent, phrases, expiresInDays)
    const by = dashboard.actor(ctx)
    const submission = Submission.of(ctx, dashboard.user.id, form.sent)
    try {
      const saved = await submission.run(
        (keep) =>
          form.revise((input) =>
            unit(async () => {
              const revision = revisionOf(document, input)
              const revised = await document.revise(revision, by, form.sent.version ?? '')
              await keep({ id, version: draftVersion(revised) })
              return form.isToBeSent ? revised.send(by) : revised
            })
          ),
        stillSays
      )
      if (!saved) return await showForm(ctx, document, form, { status: 422 })
      flash(
        ctx,
        'success',
        phrases.t(form.isToBeSent ? 'documents.sent_off' : 'documents.draft_saved')
      )
    } catch (error) {
      if (error instanceof DraftChanged) return showConflict(ctx, form)
      if (!isRefusal(error) || error.kind !== 'conflict') throw error
      flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error)) // sent while the form was open
    }
    return backTo(ctx, id)
  }
}

/** In one batch. */
async function draftAndVouching(
  ctx: HttpContext
): Promise<{ document: Document; vouching: Vouching }> {
  if (ctx.dashboard.environment === 'test') {
    const { document } = await visibleDocument(ctx)
    return { document, vouching: Vouching.inSandbox() }
  }
  const { document, rows } = await visibleDocumentWith(ctx, () => [Vouching.reading])
  return { document, vouching: Vouching.from(rows[0]) }
}

/** What is different about it. Signers who stay as they are keep their links. */
export function revisionOf(draft: Document, input: Omit<DraftInput, 'by'>): Revision {
  const { title, message = null, expiresInDays, signers } = input
  const { allowDelegation = false, language = null } = input
  const isRecast = written(signers) !== written(asWritten(draft))
  return {
    ...(title !== draft.title && { title }),
    ...(message !== draft.message && { message }),
    ...(expiresInDays !== draft.expiresInDays && { expiresInDays }),
    ...(allowDelegation !== draft.allowsDelegation && { allowDelegation }),
    ...(language !== draft.language && { language }),
    ...(isRecast && { signers }),
  }
}

function written(signers: DraftInput['signers']): string {
  return canonicalJson(
    signers.map(({ fields = [], ...signer }) => ({
      ...saidOf(signer),
      fields: fields.map(({ type, page, x, y, width, height, options = {} }) => ({
        ...{ type, page, box: [x, y, width, height] },
        options,
      })),
    }))
  )
}

function saidOf(signer: Omit<DraftInput['signers'][number], 'fields'>) {
  const { role = 'signer', inPerson = false, name, email, key = null, order = null } = signer
  const { identity = null, certificate = null, language = null, message = null } = signer
  const { accessCode = null, accessCommitment = null, oneTimeCode = null, phone = null } = signer
  const codes = { accessCode, accessCommitment, oneTimeCode, phone }
  const part = { role, inPerson, name, email, key, order }
  return { ...part, identity, certificate, language, message, ...codes }
}

/** Saving once more means it: the form carries the version that is stored now. */
async function showConflict(ctx: HttpContext, form: DocumentForm): Promise<void> {
  const { document, rows } = await visibleDocumentWith(ctx, (id) => [conflictStatement(id)])
  if (document.status !== 'draft') return backTo(ctx, document.id)
  const conflict = draftConflict(document, form, rows[0], phrasesOf(ctx))
  return showForm(ctx, document, form, { status: 409, conflict })
}

function backTo({ dashboard, response }: HttpContext, id: string): void {
  response.redirect(`${dashboard.base}/documents/${id}`, false, 303)
}

async function showForm(
  ctx: HttpContext,
  document: Document,
  form: DocumentForm,
  { status = 200, conflict = null, vouching }: Shown
): Promise<void> {
  const { id, title, fileName, pageCount } = document
  const path = `${ctx.dashboard.base}/documents/${id}`
  const file = { name: fileName, pageCount, href: `${path}/file`, arrangeHref: `${path}/files` }
  // what was refused is still of the version that the form was opened with
  const version = status === 422 ? form.sent.version : draftVersion(document)
  const state = {
    document: { id, title, version, file },
    viewer: pageViewer(document, ctx.dashboard.base, phrasesOf(ctx)),
  }
  return showPage(
    ctx,
    'dashboard/documents/edit',
    { ...state, conflict, ...formOptions(ctx, form, vouching ?? (await Vouching.current())) },
    status
  )
}
