import type { HttpContext } from '@adonisjs/core/http'
import type { AccountAction } from '#app/audit/audit_action'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { NEWEST } from '#app/audit/security_search'
import { SecurityTrail } from '#app/audit/security_trail'
import { LogInFailures } from '#app/identity/sessions/log_in_failures'
import { SupportSession } from '#app/identity/sessions/support_session'
import { readPage, showPage } from '../page.js'
import { SecurityFilter } from './security_filter.js'
import { securityLine } from './security_lines.js'
import { WORDS } from './security_words.js'
import { phrasesOf } from '../language.js'

const PAGE_SIZE = 50
const VISITS = 20

export default class SecurityController {
  /** GET /settings/security?who=&what=&ip=&from=&to=&before= */
  async index(ctx: HttpContext) {
    const [[failures]] = await readPage(ctx, LogInFailures.open)
    const phrases = phrasesOf(ctx)
    const before = Number(ctx.request.qs().before)
    const isPlace = Number.isSafeInteger(before) && before > 0 && before < 2 ** 31
    const filter = SecurityFilter.of(ctx.request.qs())
    const isWhole = SecurityFilter.isEmpty(filter) && !isPlace
    const page = { before: isPlace ? before : NEWEST, limit: PAGE_SIZE + 1 }
    const [entries, visits] = await Promise.all([
      SecurityFilter.search(filter).then((search) => SecurityTrail.page(search, page)),
      isWhole ? SupportSession.latest(VISITS) : [],
    ])
    const shown = entries.slice(0, PAGE_SIZE)
    const last = shown.at(-1)
    const isMore = last && entries.length > PAGE_SIZE
    return showPage(ctx, 'dashboard/security/index', {
      entries: shown.map((entry) => securityLine(entry, phrases)),
      visits,
      isFirstPage: !isPlace,
      isWhole,
      filter,
      isFiltered: !SecurityFilter.isEmpty(filter),
      choices: choicesFor(filter, phrases),
      query: SecurityFilter.query(filter),
      failures,
      mayEnd: ctx.dashboard.may('visits'),
      olderHref: isMore ? `/settings/security${SecurityFilter.query(filter, last.sequence)}` : null,
    })
  }
}

/** An action that the address names is one of them. */
function choicesFor(
  { what }: SecurityFilter,
  { t }: DashboardPhrasebook
): { value: string; label: string }[] {
  const areas = Object.entries(SecurityFilter.choices)
  const own = areas.map(([value, { label }]) => ({ value, label: t(label) }))
  const isKnown = what === '' || own.some(({ value }) => value === what)
  return isKnown ? own : [...own, { value: what, label: t(WORDS[what as AccountAction]) }]
}
