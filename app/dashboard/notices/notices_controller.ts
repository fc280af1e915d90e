import type { HttpContext } from '@adonisjs/core/http'
import { noticesFor, noticesOf } from '#app/notifications/notice_list'
import { Reader } from '#app/notifications/reader'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'

export default class NoticesController {
  /** GET /notices: the newest first, in the words of the mails. */
  async index(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const [rows] = await readPage(ctx, noticesFor(user))
    const { views, isCut } = await noticesOf(
      rows,
      new Reader(user, ctx.profile, phrasesOf(ctx).language)
    )
    return showPage(ctx, 'dashboard/notices/index', { notices: views, isCut })
  }
}
