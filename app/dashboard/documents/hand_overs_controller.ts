import type { HttpContext } from '@adonisjs/core/http'
import { logOutDevice } from '#app/front_door/device_log_out'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { isRefusal } from '#app/foundation/refusal'
import { handOverDevice } from '#app/signing/in_person/hand_over'
import { phrasesOf } from '../language.js'
import { visibleDocument } from './visible_document.js'

export default class HandOversController {
  /**
   * POST /documents/:id/signers/:signer/in-person: this device goes to the signer. Its host is logged out before anything leads to the signing page, so
   * that no way back leads into the dashboard.
   */
  async store(ctx: HttpContext) {
    const { dashboard, params, response } = ctx
    const { document } = await visibleDocument(ctx)
    const { id, name, email } = dashboard.user
    const by = dashboard.actor(ctx)
    try {
      const host = { id, name, email }
      const handOver = { documentId: document.id, signerId: params.signer, host, by }
      const { token } = await handOverDevice(handOver)
      await logOutDevice(ctx)
      return response.redirect(`/in-person/${token}`, false, 303)
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error))
      return response.redirect(`${dashboard.base}/documents/${document.id}`, false, 303)
    }
  }
}
