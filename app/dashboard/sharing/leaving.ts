import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#app/audit/actor'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { phrasesOf } from '../language.js'
import { typedText } from '#app/front_door/bodies/typed_text'
import { TemplateHandover, type Held } from '#app/templates/handing_over'
import { LastHandover } from '#app/templates/last_handover'
import { forgottenGrantee } from '#app/identity/access/visibility'
import TeamNotEmpty from '#app/identity/errors/team_not_empty'
import { Recipients, type Recipient } from '#app/identity/teams/recipient'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { chosenRecipient } from './chosen_recipient.js'

const MOST_BEGINNINGS = 5

/** What the form of a handover shows. */
export interface Leaving {
  /** “3 drafts” and the like. */
  live: string[]
  sandbox: string[]
  total: number
  suggestions: Recipient[]
}

interface Handover {
  from: string
  heir: Recipient | null
  by: Actor
  /** Of a team, which cannot stay the holder of anything. */
  otherwise?: { id: string } | null
}

/** What a member or a team holds, in both environments. */
export async function leavingOf(ctx: HttpContext, holderId: string): Promise<Leaving> {
  const counts = TemplateHandover.counts(holderId)
  const [rows, suggestions] = await CurrentTenant.batch([counts, Recipients.suggestions] as const)
  const inSandbox = await inTheSandbox(ctx, () => CurrentTenant.batch([counts] as const))
  const live = TemplateHandover.inOrder(rows)
  const sandbox = TemplateHandover.inOrder(inSandbox?.[0] ?? [])
  const total = [...live, ...sandbox].reduce((sum, { count }) => sum + count, 0)
  const { t } = phrasesOf(ctx)
  const words = ({ kind, count }: Held) => t(`sharing.held_${kind}`, { count })
  return {
    live: live.map(words),
    sandbox: sandbox.map(words),
    total,
    suggestions: suggestions.filter(({ id }) => id !== holderId),
  }
}

/** To whom a form hands documents over: null for nobody, where that was left open, and what is wrong with the choice. */
export async function chosenHeir(
  ctx: HttpContext,
  leaving: string
): Promise<{ heir: Recipient | null; value: string; error: string | null }> {
  const value = typedText(ctx.request.body().heir)
  if (value === '') return { heir: null, value, error: null }
  const found = await chosenRecipient(value)
  const error = faultOf(found, leaving, phrasesOf(ctx))
  return { heir: error ? null : found, value, error }
}

function faultOf(
  heir: Recipient | null,
  leaving: string,
  { t }: DashboardPhrasebook
): string | null {
  if (!heir) return t('sharing.no_recipient')
  if (heir.id === leaving) return t('sharing.choose_other')
  return Recipients.mayHold(heir) ? null : t('sharing.not_a_viewer')
}

/**
 * Hands the documents and templates of a member or team over: first those of the sandbox, then those of live, in one unit with what makes them leave. Should that be
 * refused, the sandbox's documents have gone ahead: what the sandbox holds binds nobody. What was made there meanwhile follows by `handOverTheRest`.
 *
 * @param leave  of somebody who goes: nothing in the sandbox is shared with them any more. It throws TeamNotEmpty where the team has got something meanwhile,
 *               which is handed over as well, if there is an heir
 */
export async function handOverAnd(
  ctx: HttpContext,
  { from, heir, by }: Handover,
  leave?: () => Promise<unknown>
): Promise<void> {
  await inTheSandbox(ctx, () =>
    unit(async () => {
      if (heir) await TemplateHandover.run(from, heir.id, by)
      if (leave) await CurrentTenant.batch([forgottenGrantee(from)])
    })
  )
  await begunAnew(heir ? MOST_BEGINNINGS : 1, () =>
    unit(async () => {
      if (heir) await TemplateHandover.run(from, heir.id, by)
      await leave?.()
    })
  )
}

/**
 * Once somebody or a team is gone: what the sandbox has made for them meanwhile goes to the heir or, where there was nothing to inherit, to
 * `otherwise`. It can be done again, where it failed.
 */
export async function handOverTheRest(ctx: HttpContext, order: Handover): Promise<void> {
  const last = lastOf(order)
  if (last) await inTheSandbox(ctx, () => LastHandover.run(order.from, last.id, order.by))
}

/** In the unit that deletes a team: the same as work, should it not come to that. */
export function leaveTheRest({ tenant }: HttpContext, order: Handover): void {
  const last = lastOf(order)
  if (last && tenant.hasSandbox) LastHandover.leave(order.from, last.id)
}

function lastOf({ heir, otherwise = null }: Handover): { id: string } | null {
  return heir ?? otherwise
}

/** What a team was given meanwhile is handed over only by a new unit: documents are locked before the account. */
async function begunAnew(times: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof TeamNotEmpty) || times === 1) throw error
    await begunAnew(times - 1, work)
  }
}

/** Null where there is no sandbox yet. */
async function inTheSandbox<T>({ tenant }: HttpContext, work: () => Promise<T>): Promise<T | null> {
  return tenant.hasSandbox ? CurrentTenant.run({ tenant, environment: 'test' }, work) : null
}
