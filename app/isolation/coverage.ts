import { ENVIRONMENTS } from '#app/foundation/environment'
import type { Canary } from './evidence/canary.js'
import type { Finding } from './finding.js'
import type { ConsoleParty } from './parties/console_party.js'
import type { Party } from './parties/party.js'
import { mergedResources } from './parties/resources.js'
import type { Catalogue } from './requests/catalogue.js'
import {
  addressOf,
  isApi,
  isByToken,
  isScim,
  nameOf,
  placesIn,
  type Route,
} from './requests/route_list.js'
import { consoleRolesFor } from './rules/console.js'
import { isOpen } from './rules/public_routes.js'
import { rolesFor } from './rules/roles.js'
import { needOf } from './rules/scopes.js'

/** What every crawl must have met. */
const MUST_SEE = [
  'a document’s title',
  'a signer’s address',
  'the name of an endpoint',
  'a document’s text',
  'a signer’s answer',
  'a signer’s question',
  'a template’s title',
  'the name of a role',
  'the name of a label',
  'the name of a saved view',
  'a contact’s name',
  'a contact’s address',
  'a name in a list',
  'the name of a list',
] as const

/** And of the account. */
const MUST_SEE_OF_ACCOUNT = [
  'a name that a provider sent',
  'a name that a provider sent of somebody',
  'a group that a provider sent',
  'a group that a rule names',
  'the name of a team',
  'a domain of addresses',
  'a passkey’s host',
  'the name of a passkey',
] as const

/** A proof that sees nothing finds no hole, so gaps are findings, too: what was not shown, and what could not be requested. */
export function coverageGaps(
  seen: ReadonlySet<Canary>,
  party: Party,
  consoleParty: ConsoleParty,
  catalogue: Catalogue
): Finding[] {
  return [
    ...unseen(seen, party),
    ...catalogue.routes.flatMap((route) => [
      ...withoutRule(route),
      ...withoutIds(route, party, consoleParty),
      ...withoutForm(route, catalogue),
    ]),
  ].map((message) => ({ boundary: 'coverage', message }))
}

function unseen(seen: ReadonlySet<Canary>, { name }: Party): string[] {
  const missing = (part: Canary['home']['part'], all: readonly string[]) =>
    all
      .filter((what) => ![...seen].some((one) => one.what === what && one.home.part === part))
      .map((what) => `${what} of ${name} (${part}) was not shown to its owner`)
  return [
    ...ENVIRONMENTS.flatMap((part) => missing(part, MUST_SEE)),
    ...missing('account', MUST_SEE_OF_ACCOUNT),
  ]
}

function withoutRule(route: Route): string[] {
  // SCIM knows one kind of caller: the holder of a token of the tenant's
  if (isOpen(route) || isScim(route)) return []
  const rule =
    route.at === 'platform'
      ? consoleRolesFor(route)
      : isApi(route)
        ? needOf(route)
        : rolesFor(route)
  return rule === null ? [`no rule says who may use ${nameOf(route)}`] : []
}

function withoutIds(route: Route, { resources }: Party, consoleParty: ConsoleParty): string[] {
  const all = mergedResources(resources.live, resources.test, consoleParty.resources)
  return placesIn(route)
    .filter((place) => addressOf({ pattern: `/${place}` }, all) === null)
    .map((place) => `there is no id for ${place} in ${nameOf(route)}`)
}

/**
 * What scripts send, what other buttons of a form send, and forms that are shown in a state alone in which nobody of the proof is: suspended, on hold, asked by a colleague to sign, being sent to many, with a server of their
 * own, connected to an identity provider, with a second factor, logged in long ago, or new with nothing sent. They are sent empty.
 */
const WITHOUT_FORM = [
  'POST /bulk-actions/:id/stop',
  'POST /test/bulk-actions/:id/stop',
  'POST /home/signers/:signer/reminders',
  'POST /test/home/signers/:signer/reminders',
  'POST /bulk-sends/:id/columns',
  'POST /test/bulk-sends/:id/columns',
  'POST /bulk-sends/:id/pause',
  'POST /test/bulk-sends/:id/pause',
  'POST /documents/:id/autosaves',
  'POST /test/documents/:id/autosaves',
  'POST /documents/:id/states',
  'POST /test/documents/:id/states',
  'POST /account/address',
  'POST /home/sample',
  'POST /account/address/cancel',
  'POST /account/address/resend',
  'POST /account/confirm',
  'POST /account/password',
  'POST /account/confirm/options',
  'POST /account/passkeys/options',
  'POST /departures',
  'POST /login/passkey/options',
  'POST /login/code/passkey',
  'POST /login/code/passkey/options',
  'POST /account/second-factor/codes',
  'POST /account/second-factor/set-up',
  'POST /account/sessions/end',
  'POST /settings/members/:id/documents',
  'POST /settings/members/:id/second-factor/remove',
  'POST /settings/second-factor/lift',
  'POST /settings/brand/pictures',
  'POST /settings/brand/preview',
  'POST /settings/webhooks/:id/enable',
  'POST /test/settings/webhooks/:id/enable',
  'POST /settings/webhooks/:id/secret/activate',
  'POST /test/settings/webhooks/:id/secret/activate',
  'POST /settings/data/hold/lift',
  'POST /settings/data/person',
  'POST /settings/seal/provider',
  'POST /settings/seal/remove',
  'POST /settings/sender/domain/check',
  'POST /settings/sender/domain/rotate',
  'POST /settings/sender/domain/remove',
  'POST /settings/sender/server/test',
  'POST /settings/sender/server/remove',
  'POST /settings/sender/suppressions',
  'POST /settings/single-sign-on/on',
  'POST /settings/single-sign-on/test',
  'POST /settings/single-sign-on/setup-link/revoke',
  'POST /settings/single-sign-on/enforcement',
  'POST /settings/single-sign-on/enforcement/owners',
  'POST /settings/single-sign-on/enforcement/lift',
  'POST /settings/single-sign-on/off',
  'POST /settings/single-sign-on/host',
  'POST /settings/single-sign-on/members',
  'POST /settings/single-sign-on/attributes',
  'POST /settings/single-sign-on/attributes/forget',
  'POST /settings/single-sign-on/roles',
  'POST /settings/single-sign-on/certificates',
  'POST /settings/single-sign-on/certificates/:sha256/remove',
  'POST /settings/single-sign-on/key/:step',
  'POST /settings/single-sign-on/domains/check',
  'POST /settings/single-sign-on/domains/owners',
  'POST /settings/single-sign-on/domains/remove',
  'POST /settings/handover/refuse',
  'POST /enrol',
  'POST /login/code',
  'POST /tenants/:id/resume',
  'POST /tenants/:id/keep',
  'POST /tenants/:id/plan',
  'POST /tenants/:id/cap',
  'POST /plans/:key',
  'POST /plan-requests/:id/decline',
  'POST /stuck/retry',
  'POST /operators/:id/enable',
]

function withoutForm(route: Route, catalogue: Catalogue): string[] {
  const needsNone =
    route.method === 'GET' ||
    isApi(route) ||
    isScim(route) ||
    isOpen(route) ||
    isByToken(route) ||
    WITHOUT_FORM.includes(nameOf(route)) ||
    catalogue.hasForm(route)
  return needsNone ? [] : [`no page shows the form of ${nameOf(route)}`]
}
