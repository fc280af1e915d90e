import { counted } from '#app/foundation/counted'
import { renewsStamps } from '#app/sealing/configuration'
import { stampLag, type StampLag } from '#app/signing/seal/stamp_lag'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Tenant from '#app/tenants/tenant'
import { Installation } from '../figures/installation.js'
import { failed, ok, warning, type Finding } from './finding.js'

const ABOUT = 'archive stamps'
const DAY_SECONDS = 86_400
/** A round of all tenants begins each day. */
const ROUND_LATE_DAYS = 2
const REMEDY =
  'See the log of the workers and the page "Stuck work": stamps are had once an authority of TSA_URL answers, and stamps with a certificate that ends later.'

/** Whether time stamps over sealed files are renewed before they end: who misses that can never make up for it. */
export async function checkStamps(): Promise<Finding[]> {
  if (!renewsStamps()) return []
  const rounds = await Installation.stampRounds()
  const { lag, silent } = await lagOfAll()
  const found = [...rounds.map(roundFinding), lagFinding(lag)]
  if (silent > 0)
    found.push(
      warning(
        ABOUT,
        `${counted(silent, 'tenant')} could not be asked`,
        'Run npm run ace -- tenant:migrate.'
      )
    )
  return found
}

function roundFinding({ cell, seconds }: { cell: string; seconds: number | null }): Finding {
  const start = 'Start a worker, and see its log.'
  if (seconds === null) return warning(ABOUT, `nobody has looked for them in ${cell} yet`, start)
  const says = `last looked for ${counted(Math.round(seconds / 3_600), 'hour')} ago in ${cell}`
  return seconds > ROUND_LATE_DAYS * DAY_SECONDS ? failed(ABOUT, says, start) : ok(ABOUT, says)
}

function lagFinding({ unstamped, due, overdue, ended, firstEnd }: StampLag): Finding {
  const days = firstEnd && Math.floor((firstEnd.getTime() - Date.now()) / (DAY_SECONDS * 1_000))
  const first = days === null ? '' : `, the first stamp ends in ${counted(days, 'day')}`
  if (ended > 0)
    return failed(
      ABOUT,
      `${counted(ended, 'document has', 'documents have')} one that ended, and ${due} ${due === 1 ? 'is' : 'are'} due${first}`,
      `What has ended cannot be renewed. ${REMEDY}`
    )
  if (overdue > 0)
    return failed(
      ABOUT,
      `${overdue} of ${counted(due, 'document')} ${overdue === 1 ? 'is' : 'are'} overdue${first}`,
      REMEDY
    )
  if (unstamped > 0)
    return warning(
      ABOUT,
      `${counted(unstamped, 'document still waits', 'documents still wait')} for one`,
      REMEDY
    )
  return ok(
    ABOUT,
    due === 0 ? 'none is due' : `${counted(due, 'document is', 'documents are')} due${first}`
  )
}

/** Of live documents: those of a sandbox prove nothing. */
async function lagOfAll(): Promise<{ lag: StampLag; silent: number }> {
  const lag: StampLag = { unstamped: 0, due: 0, overdue: 0, ended: 0, firstEnd: null }
  let silent = 0
  const tenants = await Tenant.query().whereIn('status', ['ready', 'suspended']).orderBy('id')
  for (const tenant of tenants) {
    const scope = { tenant: tenant.ref, environment: 'live' } as const
    const found = await CurrentTenant.run(scope, stampLag).catch(() => null)
    if (found) add(lag, found)
    else silent += 1
  }
  return { lag, silent }
}

function add(all: StampLag, { firstEnd, ...counts }: StampLag): void {
  for (const key of ['unstamped', 'due', 'overdue', 'ended'] as const) all[key] += counts[key]
  if (firstEnd && (!all.firstEnd || firstEnd < all.firstEnd)) all.firstEnd = firstEnd
}
