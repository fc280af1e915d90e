import type { HttpContext } from '@adonisjs/core/http'
import type { Answers, Statement } from '#app/tenancy/statement'
import Sender from '#app/sending/sender'
import { phrasesOf } from '../language.js'
import { readPage } from '../page.js'

/** The account's sender, with what else a page of its settings shows. @throws RoleInsufficient */
export async function senderPage<const Also extends readonly Statement[]>(
  ctx: HttpContext,
  ...also: Also
): Promise<{ sender: Sender; rows: Answers<Also> }> {
  const [sender, ...rows] = await readPage(ctx, Sender.statement, ...also)
  return { sender: Sender.from(sender), rows }
}

/** Why there can be no sender of one's own; null where there can. */
export function noteOfPlan(ctx: HttpContext): string | null {
  const { entitlements } = ctx.profile
  return entitlements.may('senderDomain')
    ? null
    : phrasesOf(ctx).t('sender.plan_note', { plan: entitlements.planName })
}
