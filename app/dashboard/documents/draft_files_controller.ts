import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { draftVersion } from '#app/documents/drafts/draft_version'
import { exchange } from '#app/documents/drafts/exchange'
import DraftChanged from '#app/documents/errors/draft_changed'
import FieldsWithoutPage from '#app/documents/errors/fields_without_page'
import FileTooLarge from '#app/documents/errors/file_too_large'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { FILE_LIMIT } from '#app/documents/files/file_limit'
import { sha256Hex } from '#app/foundation/opaque_token'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isRefusal, type Refusal } from '#app/foundation/refusal'
import { multipartForm, type MultipartForm } from '#app/front_door/bodies/multipart_form'
import { Submission } from '#app/front_door/bodies/submission'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { visibleDocument } from './visible_document.js'

interface Refused {
  error: string
  /** The version that the form was opened with; without it that of now, which the person has been told of. */
  version?: string
  /** Fields that the new file has no place for. */
  homeless?: string[]
}

const UNREADABLE: MultipartForm = { fields: [], files: [] }

export default class DraftFilesController {
  /** GET /documents/:id/file */
  async edit(ctx: HttpContext) {
    ctx.dashboard.requireOpenAccount()
    const { document } = await visibleDocument(ctx)
    if (document.status !== 'draft') return back(ctx, document.id)
    return form(ctx, document)
  }

  /** POST /documents/:id/file: another file for a draft, once for two clicks. */
  async update(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const phrases = phrasesOf(ctx)
    const { document } = await visibleDocument(ctx)
    const sent = await multipartForm(ctx.request, FILE_LIMIT).catch(tooLarge)
    const values = Object.fromEntries(sent.fields)
    const [file] = sent.files
    const { version = '' } = values
    if (!file) {
      const error = phrases.t(
        sent === UNREADABLE ? 'documents.pdf_too_large' : 'documents.choose_pdf'
      )
      return form(ctx, document, { error, version })
    }
    const submission = Submission.of(ctx, dashboard.user.id, values, sha256Hex(file.bytes))
    try {
      await submission.run(async (keep) =>
        exchange(document, await AcceptedPdf.accept(file.bytes, file.name), {
          by: dashboard.actor(ctx),
          version,
          dropFields: values.dropFields === 'yes',
          within: ({ id }) => keep({ id }),
        })
      )
      flash(ctx, 'success', phrases.t('documents.file_replaced'))
    } catch (error) {
      if (error instanceof DraftChanged) return conflict(ctx)
      if (!isRefusal(error) || error.kind === 'absent') throw error
      if (error.kind !== 'conflict')
        return form(ctx, document, refusalOf(error, document, { version, phrases }))
      flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error)) // sent while the form was open
    }
    return back(ctx, document.id)
  }
}

/** Of a body that is too large nothing was read. */
function tooLarge(error: unknown): MultipartForm {
  if (error instanceof FileTooLarge) return UNREADABLE
  throw error
}

function refusalOf(
  error: Refusal,
  { signers }: Document,
  { version, phrases }: { version: string; phrases: DashboardPhrasebook }
): Refused {
  const { t } = phrases
  const refused = { error: refusalIn(phrases, error), version }
  if (!(error instanceof FieldsWithoutPage)) return refused
  const homeless = error.fields.map(({ type, page, signerId }) => {
    const name = signers.find(({ id }) => id === signerId)?.name ?? ''
    return t('documents.homeless_field', { kind: t(`sign.${type}`), name, page })
  })
  return { ...refused, homeless }
}

async function conflict(ctx: HttpContext): Promise<void> {
  const { document } = await visibleDocument(ctx)
  if (document.status !== 'draft') return back(ctx, document.id)
  const error = phrasesOf(ctx).t('documents.file_conflict')
  return form(ctx, document, { error })
}

function form(ctx: HttpContext, document: Document, refused?: Refused): Promise<void> {
  const { id, title, fileName, pageCount } = document
  const version = refused?.version ?? draftVersion(document)
  const state = {
    document: { id, title, fileName, pageCount, version },
    error: refused?.error ?? null,
    homeless: refused?.homeless ?? [],
  }
  return showPage(ctx, 'dashboard/documents/file', state, refused ? 422 : 200)
}

function back({ dashboard, response }: HttpContext, id: string): void {
  response.redirect(`${dashboard.base}/documents/${id}/edit`, false, 303)
}
