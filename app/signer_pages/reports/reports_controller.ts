import type { HttpContext } from '@adonisjs/core/http'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { isPlain } from '#app/foundation/printable_text'
import { clientInfo } from '#app/front_door/client_info'
import { isEmailAddress } from '#app/foundation/email_address'
import Report, { CATEGORIES, type Category } from '#app/tenants/report'
import { sendPage } from '../signing_page/link_page.js'
import { ReportAttempts } from './report_attempts.js'
import { ReportForm, type TypedReport } from './report_form.js'

const MAX_MESSAGE = 2_000

export default class ReportsController {
  /** GET /sign/:token/report */
  async create(ctx: HttpContext) {
    return sendPage(ctx, ReportForm.page(), 200)
  }

  /** POST /sign/:token/report: to the platform, not to the sender. */
  async store(ctx: HttpContext) {
    const values = ReportForm.read(ctx.request.body())
    const { t } = ctx.phrases
    const errors = faultsOf(values, t)
    if (Object.keys(errors).length > 0) return sendPage(ctx, ReportForm.page(values, errors), 422)
    const { signing, request, tenant } = ctx
    const { ipAddress } = clientInfo(request)
    if (!(await ReportAttempts.allow(signing.signer.id, ipAddress)))
      return sendPage(ctx, ReportForm.page(values, { message: t('faults.too_often') }), 429)
    await Report.file({
      tenantId: tenant.id,
      documentId: signing.document.id,
      category: values.category as Category,
      message: values.message,
      replyTo: values.replyTo || null,
    })
    return sendPage(ctx, { view: 'signer_pages/reported', state: {} }, 200)
  }
}

function faultsOf({ category, message, replyTo }: TypedReport, t: Phrasebook['t']) {
  const faults: Record<string, string> = {}
  if (!Object.hasOwn(CATEGORIES, category)) faults.category = t('faults.no_category')
  if (message.length > MAX_MESSAGE) faults.message = t('faults.too_long', { max: MAX_MESSAGE })
  else if (!isPlain(message)) faults.message = t('faults.not_plain')
  if (replyTo && !isEmailAddress(replyTo)) faults.replyTo = t('faults.no_email')
  return faults
}
