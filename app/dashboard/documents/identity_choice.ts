import type { HttpContext } from '@adonisjs/core/http'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { Vouching, type Obstacle } from '#app/single_sign_on/vouching'
import { readPage } from '../page.js'

/** Whether a form offers to ask signers for a proof of identity. */
export interface IdentityChoice {
  /** Of the provider; null where nobody can be asked. */
  provider: string | null
  /** The domains of addresses that it vouches for. */
  domains: string
  /** Why it is not offered; null also where the plan has no single sign-on at all. */
  reason: string | null
}

/** Without the plan nobody is told of it on every form, nor in the sandbox, which has no provider. */
const REASONS: Partial<Record<Obstacle, DashboardKey>> = {
  no_provider: 'documents.identity_no_provider',
  domain_not_proved: 'documents.identity_not_proved',
}

/** Reads a page, and with it for whom the provider can vouch. */
export async function vouchingFor(ctx: HttpContext): Promise<Vouching> {
  if (ctx.dashboard.environment === 'live') {
    const [rows] = await readPage(ctx, Vouching.reading)
    return Vouching.from(rows)
  }
  await readPage(ctx)
  return Vouching.inSandbox()
}

export function identityChoice(
  { name, domains, obstacle }: Vouching,
  { t }: DashboardPhrasebook
): IdentityChoice {
  const why = obstacle && REASONS[obstacle]
  return {
    provider: obstacle === null ? name : null,
    domains: domains.join(', '),
    reason: why ? t(why) : null,
  }
}
