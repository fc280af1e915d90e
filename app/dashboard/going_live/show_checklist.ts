import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { peopleToAsk } from '../people_to_ask.js'
import { noteOfPlan } from '../webhooks/note_of_plan.js'
import { checklistOf } from './checklist.js'
import { readinessOf, type Readiness } from './readiness.js'

interface Tried {
  chosen: readonly string[]
  status: string
  error: string
}

/** The page, read anew. @param tried  a copy that was refused */
export async function showChecklist(ctx: HttpContext, tried?: Tried): Promise<void> {
  const readiness = await readinessOf(ctx)
  const phrases = phrasesOf(ctx)
  const items = checklistOf(readiness, phrases)
  await showPage(
    ctx,
    'dashboard/going_live/show',
    {
      items,
      left: items.filter(({ state }) => state === 'missing').length,
      copies: copiesOf(readiness, phrases, tried),
      hasSandbox: ctx.tenant.hasSandbox,
      status: tried?.status ?? 'paused',
      error: tried?.error,
      planNote: noteOfPlan(ctx),
      people: await peopleToAsk(ctx.dashboard, 'allDocuments'),
    },
    tried ? 422 : 200
  )
}

/** Endpoints of the sandbox, and whether live tells the same address. */
function copiesOf(
  { testEndpoints, liveEndpoints }: Readiness,
  { t }: DashboardPhrasebook,
  tried?: Tried
) {
  const known = new Set(liveEndpoints.map(({ url }) => url))
  return testEndpoints.map(({ id, url, name, events }) => ({
    ...{ id, url, name },
    events: events.includes('*') ? t('going_live.all_events') : events.join(', '),
    isPresent: known.has(url),
    isChosen: tried ? tried.chosen.includes(id) : !known.has(url),
  }))
}
