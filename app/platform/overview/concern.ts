import { clock } from '#app/foundation/clock'
import { counted } from '#app/foundation/counted'
import { DAY_MS } from '#app/foundation/duration'
import { TROUBLES, type StuckWork, type Trouble } from '#app/queue/stuck/stuck_work'
import type { TenantTotals } from '#app/tenants/tenant_totals'
import type { presentState } from '../health/present_state.js'

/** Something that an operator should look at, and where. */
export interface Concern {
  tone: 'danger' | 'warning'
  mark: string
  text: string
  href: string
}

/** What the pages behind the overview say. Null where a database does not answer. */
export interface Findings {
  stuck: Awaited<ReturnType<typeof StuckWork.all>> | null
  present: Awaited<ReturnType<typeof presentState>>
  totals: TenantTotals
  openIncidents: number
}

/** As `doctor` warns of it. */
const ROOT_SOON_MS = 365 * DAY_MS

/** The most urgent first. */
export function concernsOf(findings: Findings): Concern[] {
  return [
    ...ofDatabases(findings),
    ...ofWork(findings),
    ...ofInstallation(findings),
    ...ofPeople(findings),
  ]
}

function ofDatabases({ stuck, present }: Findings): Concern[] {
  const danger = (text: string, href: string): Concern => ({
    tone: 'danger',
    mark: 'server',
    text,
    href,
  })
  const silent = stuck && present ? [] : [danger('A database does not answer', '/health')]
  const lost = stuck?.lost ?? []
  return [...silent, ...lost.map((cell) => danger(`The cell ${cell} cannot be reached`, '/stuck'))]
}

function ofWork({ stuck }: Findings): Concern[] {
  if (!stuck) return []
  const overdue = stuck.overdue.map(({ name, cell }): Concern => ({
    ...{ tone: 'danger', mark: 'alarm-clock', href: '/stuck' },
    text: `The ${name} of the cell ${cell} is overdue`,
  }))
  const troubles = (Object.keys(TROUBLES) as Trouble[]).filter((one) => stuck.counts[one] > 0)
  const works = troubles.map((trouble): Concern => ({
    tone: trouble === 'evidence' || trouble === 'sealing' ? 'danger' : 'warning',
    mark: trouble === 'evidence' ? 'shield-alert' : 'wrench',
    text: `${TROUBLES[trouble]}: ${stuck.counts[trouble].toLocaleString('en')}`,
    href: `/stuck#${trouble}-title`,
  }))
  return [...overdue, ...works]
}

function ofInstallation({ present }: Findings): Concern[] {
  if (!present) return []
  const now = clock.now().getTime()
  const warning = (mark: string, text: string): Concern => ({
    tone: 'warning',
    mark,
    text,
    href: '/health',
  })
  const behind = present.tenants.filter(({ isLatest }) => !isLatest)
  const count = behind.reduce((sum, one) => sum + one.count, 0)
  const ending = present.authorities.filter(({ at }) => at.getTime() - now < ROOT_SOON_MS)
  return [
    ...(count > 0
      ? [warning('database', `${counted(count, 'tenant', 'tenants')} behind the latest schema`)]
      : []),
    ...ending.map(({ environment }) =>
      warning('calendar-clock', `The ${environment} seal authority ends within a year`)
    ),
  ]
}

function ofPeople({ totals: { openReports, openRequests }, openIncidents }: Findings): Concern[] {
  const open = (text: string, mark: string, href: string): Concern => ({
    tone: 'warning',
    mark,
    text,
    href,
  })
  return [
    openIncidents > 0 &&
      open(counted(openIncidents, 'open incident', 'open incidents'), 'megaphone', '/incidents'),
    openReports > 0 &&
      open(counted(openReports, 'open report', 'open reports'), 'flag', '/reports'),
    openRequests > 0 &&
      open(
        counted(openRequests, 'request for another plan', 'requests for another plan'),
        'inbox',
        '/plans'
      ),
  ].filter((concern) => concern !== false)
}
