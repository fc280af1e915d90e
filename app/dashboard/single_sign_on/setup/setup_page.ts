import type { HttpContext } from '@adonisjs/core/http'
import { Attempts } from '#app/single_sign_on/attempt'
import Connection, { addressesAt } from '#app/single_sign_on/connection'
import type { OpenSetup } from '#app/single_sign_on/setup_link'
import { readPage, showWholePage } from '../../page.js'
import { attemptView } from '../settings/attempt_view.js'
import { phrasesOf } from '../../language.js'
import { oursAt } from '../settings/provider_page.js'

interface Typed {
  name: string
  error: string | null
}

/** Our values, the provider and its certificates, and the tests of this link: nothing else of the account. */
export async function showSetup(
  ctx: HttpContext,
  link: OpenSetup,
  typed: Partial<Typed> = {},
  status = 200
): Promise<void> {
  const connection = await Connection.current()
  const attempts = (await Attempts.latest()).filter(({ begun_by: by }) => by === link.id)
  await readPage(ctx)
  const phrases = phrasesOf(ctx)
  const addresses = connection?.addresses ?? addressesAt(ctx.profile.entitlements.host)
  const state = {
    expiresAt: link.expiresAt,
    isOn: connection?.isOn ?? false,
    provider: connection?.provider ?? null,
    name: typed.name ?? connection?.name ?? '',
    error: typed.error ?? null,
    certificates: connection?.certificates ?? [],
    attempts: attempts.map((attempt) => attemptView(attempt, phrases)),
    ours: oursAt(addresses, phrases),
  }
  await showWholePage(ctx, 'dashboard/single_sign_on/setup/show', state, status)
}
