import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { speech } from '#app/front_door/languages/speech'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { EditorSession } from '#app/signing/embedding/editor_link'
import { phrasesOf } from '../language.js'
import { readPage } from '../page.js'

/** What the page around the frame is told. */
type Told = 'opened' | 'saved' | 'cancelled' | 'expired' | 'closed'

export type Outcome = 'saved' | 'cancelled' | 'over' | 'spent' | 'closed'

interface Appearance {
  mark: string
  tone: string
  title: DashboardKey
  text: DashboardKey
}

const TOLD: Record<Outcome, Told> = {
  saved: 'saved',
  cancelled: 'cancelled',
  over: 'expired',
  spent: 'expired',
  closed: 'closed',
}

const SHOWN = {
  saved: {
    ...{ mark: 'circle-check', tone: 'success' },
    ...{ title: 'field_editor.saved', text: 'field_editor.go_on' },
  },
  cancelled: {
    ...{ mark: 'x', tone: 'neutral' },
    ...{ title: 'field_editor.cancelled', text: 'field_editor.go_on' },
  },
  over: {
    ...{ mark: 'timer-off', tone: 'warning' },
    ...{ title: 'field_editor.over', text: 'field_editor.over_text' },
  },
  spent: {
    ...{ mark: 'timer-off', tone: 'warning' },
    ...{ title: 'field_editor.spent', text: 'field_editor.spent_text' },
  },
  closed: {
    ...{ mark: 'ban', tone: 'neutral' },
    ...{ title: 'field_editor.closed', text: 'field_editor.closed_text' },
  },
} as const satisfies Record<Outcome, Appearance>

const STATUS: Record<Outcome, number> = {
  saved: 200,
  cancelled: 200,
  over: 410,
  spent: 410,
  closed: 410,
}

type Framed = Pick<EditorSession, 'documentId' | 'origin'>

/** Where an editing has come to: a page that says so, to those who look at it and to the page around it. */
export async function sendOutcome(
  ctx: HttpContext,
  outcome: Outcome,
  framed: Framed,
  state: Record<string, unknown> = {}
): Promise<void> {
  await dress(ctx, framed, TOLD[outcome])
  const page = await ctx.view.render('dashboard/field_editor/outcome', {
    shown: SHOWN[outcome],
    ...state,
  })
  ctx.response.status(STATUS[outcome]).type('text/html').send(page)
}

/** The look of the tenant, the language of who looks at it, and the message to the page around. */
export async function dress(
  ctx: HttpContext,
  { documentId, origin }: Framed,
  state: Told
): Promise<void> {
  await readPage(ctx)
  ctx.view.share({
    ...speech(phrasesOf(ctx).language),
    brand: pageTheme(ctx.profile.brand.snapshot),
    isTest: CurrentTenant.get().environment === 'test',
    frame: { about: 'editing', origin, state, documentId },
  })
}
