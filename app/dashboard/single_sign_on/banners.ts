import type { HttpContext } from '@adonisjs/core/http'
import { IS_LIFTED } from '#app/identity/access/log_in_policy'
import {
  ENDINGS_AS_JSON,
  endingsUntil,
  type Ending,
} from '#app/single_sign_on/provider/end_notices'
import { OWN_END } from '#app/signing/seal/own/own_certificate'
import { query, type Query } from '#app/tenancy/statement'

/** What the first page says to those who look after members. */
interface Banners {
  /** Certificates whose end comes near; times are text. */
  endings: { endsAt: string; isOurs: boolean }[]
  /** A plan without single sign-on has lifted the requirement. */
  isLifted: boolean
  /** The end of the certificate that documents are sealed with, where it is the tenant's own and comes near; as text. */
  sealEndsAt: string | null
}

const BANNERS = `select ${ENDINGS_AS_JSON} as endings, ${IS_LIFTED} as "isLifted", ${OWN_END} as "sealEndsAt"`
const NO_BANNERS = query<Banners>(
  `select '[]'::jsonb as endings, false as "isLifted", null::text as "sealEndsAt"`
)

/** One row for the batch of a page: nothing for those who cannot do anything about it. */
export function bannersFor(ctx: HttpContext): Query<Banners> {
  return looksAfterMembers(ctx) ? query(BANNERS, [endingsUntil()]) : NO_BANNERS
}

export function endingsIn({ endings }: Banners): Omit<Ending, 'subject'>[] {
  return endings.map(({ endsAt, isOurs }) => ({ isOurs, endsAt: new Date(endsAt) }))
}

function looksAfterMembers({ dashboard }: HttpContext): boolean {
  return dashboard.environment === 'live' && dashboard.may('members')
}
