import type { HttpContext } from '@adonisjs/core/http'
import { arrange } from '#app/documents/drafts/arrangement'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { sha256Hex } from '#app/foundation/opaque_token'
import { isRefusal } from '#app/foundation/refusal'
import { Submission } from '#app/front_door/bodies/submission'
import { flash } from '#app/front_door/pages/flash'
import { visibleDocument } from '../documents/visible_document.js'
import { phrasesOf } from '../language.js'
import { ArrangedFiles } from './arranged_files.js'
import { partsOf, refusedWith, sentFiles, showArrangement } from './arrangement_page.js'

export default class ArrangementsController {
  /** GET /documents/:id/files */
  async edit(ctx: HttpContext) {
    ctx.dashboard.requireOpenAccount()
    const { document } = await visibleDocument(ctx)
    return document.status === 'draft' ? showArrangement(ctx, document) : back(ctx, document.id)
  }

  /** POST /documents/:id/files: other files for a draft, or the same in another order; once for two clicks. */
  async update(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const { document } = await visibleDocument(ctx)
    if (document.status !== 'draft') return back(ctx, document.id)
    const { fields, files, fault: tooLarge } = await sentFiles(ctx)
    const values = Object.fromEntries(fields)
    const count = partsOf(document).length
    const arranged = ArrangedFiles.in(values, count)
    const fault = tooLarge ?? arranged.faultWith(files.length, phrasesOf(ctx))
    if (fault) return showArrangement(ctx, document, { error: fault })
    if (files.length === 0 && arranged.isAsBefore(count)) return back(ctx, document.id)
    const digest = sha256Hex(files.map(({ bytes }) => sha256Hex(bytes)).join())
    try {
      await Submission.of(ctx, dashboard.user.id, values, digest).run(async (keep) =>
        arrange(document, {
          order: arranged.order,
          added: await AcceptedPdf.acceptEach(files),
          by: dashboard.actor(ctx),
          version: values.version ?? '',
          dropFields: values.dropFields === 'yes',
          within: ({ id }) => keep({ id }),
        })
      )
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      return showArrangement(ctx, document, refusedWith(ctx, error))
    }
    flash(ctx, 'success', phrasesOf(ctx).t('packets.arranged'))
    return back(ctx, document.id)
  }
}

function back({ dashboard, response }: HttpContext, id: string): void {
  response.redirect(`${dashboard.base}/documents/${id}/edit`, false, 303)
}
