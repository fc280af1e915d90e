import type { HttpContext } from '@adonisjs/core/http'
import AddressChange, { type AddressLinkPurpose } from '#app/identity/addresses/address_change'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { isRefusal } from '#app/foundation/refusal'
import { readPage, showWholePage } from '../page.js'
import { phrasesOf } from '../language.js'

/** What the link in the address means; null for one that leads nowhere. */
export function changeOf(
  ctx: HttpContext,
  purpose: AddressLinkPurpose
): Promise<AddressChange | null> {
  return AddressChange.byToken(purpose, String(ctx.params.token))
}

/** Looking changes nothing: mail programs follow links too. Unknown, used and late links read the same. */
export async function ask(
  ctx: HttpContext,
  purpose: AddressLinkPurpose,
  change: AddressChange | null
): Promise<void> {
  await readPage(ctx)
  if (!change) return showWholePage(ctx, 'dashboard/addresses/dead_end', {}, 404)
  const { oldEmail, newEmail } = change
  const state = { oldEmail, newEmail, action: ctx.request.url() }
  await showWholePage(ctx, `dashboard/addresses/${purpose}`, state)
}

/** Does what the link is for, or says on a page of its own why not. */
export async function answer(
  ctx: HttpContext,
  purpose: AddressLinkPurpose,
  act: (change: AddressChange) => Promise<unknown>
): Promise<void> {
  const change = await changeOf(ctx, purpose)
  if (!change) return ask(ctx, purpose, null)
  const refusal = await refusalOf(() => act(change))
  await readPage(ctx)
  if (refusal?.kind === 'gone') return showWholePage(ctx, 'dashboard/addresses/dead_end', {}, 404)
  if (refusal) {
    const state = { message: refusalIn(phrasesOf(ctx), refusal), isUndo: purpose === 'undo' }
    return showWholePage(ctx, 'dashboard/addresses/refused', state, 409)
  }
  const { oldEmail, newEmail } = change
  await showWholePage(ctx, 'dashboard/addresses/done', { purpose, oldEmail, newEmail })
}

async function refusalOf(act: () => Promise<unknown>) {
  try {
    await act()
    return null
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}
