import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#app/audit/actor'
import { HandingOver } from '#app/documents/sharing/handing_over'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { phrasesOf } from '../language.js'
import { typedText } from '#app/front_door/bodies/typed_text'
import { TemplateHandover, type Held } from '#app/templates/handing_over'
import { forgottenGrantee } from '#app/identity/access/visibility'
import TeamNotEmpty from '#app/identity/errors/team_not_empty'
import { Recipients, type Recipient } from '#app/identity/teams/recipient'
import { TeamHold } from '#app/identity/teams/team_hold'
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
      if (heir) await handOver(from, heir, by)
      if (leave) await CurrentTenant.batch([forgottenGrantee(from)])
    })
  )
  await begunAnew(heir ? MOST_BEGINNINGS : 1, () =>
    unit(async () => {
      if (heir) await handOver(from, heir, by)
      await leave?.()
    })
  )
}

/**
 * Once somebody or a team is gone: what the sandbox has made for them meanwhile goes to the heir or, where there was nothing to inherit, to
 * `otherwise`. It can be done again, where it failed.
 */
export async function handOverTheRest(
  ctx: HttpContext,
  { from, heir, by, otherwise = null }: Handover
): Promise<void> {
  const last = heir ?? otherwise
  if (!last) return
  await inTheSandbox(ctx, async () => {
    await TeamHold.outlast()
    await unit(async () => {
      if (await isHolding(from)) await handOver(from, last, by)
    })
  })
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

/** Whether anything of the entered environment belongs to a member or a team. */
export async function isHolding(holderId: string): Promise<boolean> {
  const [rows] = await CurrentTenant.batch([TemplateHandover.counts(holderId)] as const)
  return rows.some(({ count }) => count > 0)
}

/** Documents and templates of the entered environment. Templates first, which wait for documents that are being made of them. */
async function handOver(from: string, { id }: { id: string }, by: Actor): Promise<void> {
  if (from !== id) await CurrentTenant.batch([TemplateHandover.statement(from, id)])
  await HandingOver.run(from, id, by)
}

/** Null where there is no sandbox yet. */
async function inTheSandbox<T>({ tenant }: HttpContext, work: () => Promise<T>): Promise<T | null> {
  return tenant.hasSandbox ? CurrentTenant.run({ tenant, environment: 'test' }, work) : null
}
