import type { HttpContext } from '@adonisjs/core/http'
import { SecurityTrail } from '#app/audit/security_trail'
import { LogInFailures } from '#app/identity/sessions/log_in_failures'
import { SupportSession } from '#app/identity/sessions/support_session'
import { readPage, showPage } from '../page.js'
import { securityLine } from './security_lines.js'

const PAGE_SIZE = 50
const VISITS = 20

export default class SecurityController {
  /** GET /settings/security?before= */
  async index(ctx: HttpContext) {
    const [[failures]] = await readPage(ctx, LogInFailures.open)
    const before = Number(ctx.request.qs().before)
    const isPlace = Number.isSafeInteger(before) && before > 0 && before < 2 ** 31
    const [entries, visits] = await Promise.all([
      SecurityTrail.read({ limit: PAGE_SIZE + 1, ...(isPlace && { before }) }),
      isPlace ? [] : SupportSession.latest(VISITS),
    ])
    const page = entries.slice(0, PAGE_SIZE)
    const last = page.at(-1)
    return showPage(ctx, 'dashboard/security/index', {
      entries: page.map(securityLine),
      visits,
      isFirstPage: !isPlace,
      failures,
      mayEnd: ctx.dashboard.may('visits'),
      olderHref:
        last && entries.length > PAGE_SIZE ? `/settings/security?before=${last.sequence}` : null,
    })
  }
}
