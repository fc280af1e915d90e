import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { cookie } from '../parties/credential.js'
import { crossingOf } from '../parties/account.js'
import { owner, type Party } from '../parties/party.js'
import type { Catalogue } from '../requests/catalogue.js'
import { question, type Attempt } from './attempt.js'

/** The other's way from one of its hosts to another, taken at one's own host: it logs nobody in there. */
export async function byHostTransfer(
  own: Party,
  other: Party,
  { routes }: Catalogue
): Promise<Attempt[]> {
  const route = routes.find(({ method, pattern }) => method === 'GET' && pattern === '/arrivals')
  if (!route) return []
  const nonce = randomToken()
  const session = sha256Hex(/session=([^;]+)/.exec(owner(other).headers.cookie)?.[1] ?? '')
  const code = await CurrentTenant.run({ tenant: other.tenant.ref, environment: 'live' }, () =>
    crossingOf(own.host, session, nonce)
  )
  const who = {
    ...owner(other),
    name: `somebody with a code of ${other.name}`,
    headers: cookie('arrival', nonce),
  }
  return [
    {
      boundary: 'token',
      route,
      who,
      question: question(route, own, who, { path: `/arrivals?${new URLSearchParams({ code })}` }),
      about: `${other.name}’s host transfer`,
      place: `${own.name}’s host`,
      isForbidden: ({ home }) => home.tenant === other.name,
      expected: 'refusal',
    },
  ]
}
