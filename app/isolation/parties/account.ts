import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import AddressChange from '#app/identity/addresses/address_change'
import { USUAL_ROLE } from '#app/identity/access/role'
import { Passkeys } from '#app/identity/passkeys/passkeys'
import { Attempts } from '#app/single_sign_on/attempt'
import { SetupLink } from '#app/single_sign_on/setup_link'
import { Connecting } from '#app/single_sign_on/connecting'
import EmailDomain from '#app/single_sign_on/domains/email_domain'
import { LastProfile } from '#app/single_sign_on/last_profile'
import { RoleRules } from '#app/single_sign_on/role_rules'
import { selfSigned } from '#app/single_sign_on/self_signed'
import { UnsubscribeToken } from '#app/identity/mails/unsubscribe_token'
import type User from '#app/identity/users/user'
import UserLink, { type LinkPurpose } from '#app/identity/users/user_link'
import { boundTo } from '#app/identity/sessions/host_transfer'
import { SupportSession } from '#app/identity/sessions/support_session'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { insertion } from '#app/tenancy/statement'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import Brand from '#app/brand/brand'
import { BrandChange } from '#app/brand/brand_change'
import { BrandImages } from '#app/brand/brand_images'
import Domain, { type DomainStatus } from '#app/tenants/domains/domain'
import Notice from '#app/tenants/notice'
import PlanGrant from '#app/tenants/plans/plan_grant'
import PlanRequest from '#app/tenants/plans/plan_request'
import type Tenant from '#app/tenants/tenant'
import type { Canaries } from '../evidence/canary.js'
import type { Resources } from './resources.js'

const CHALLENGE_CHARACTERS = 32

type Word = (what: string) => string

interface Making {
  name: string
  tenant: Tenant
  owner: User
  /** Who supports it. */
  operator: { id: string; name: string }
  canaries: Canaries
}

/** What an account has beside its people and keys: a brand, hosts, what it asked for and was given, links, visits. In its live scope. */
export async function accountResources(making: Making): Promise<Resources> {
  const { name, tenant, owner, operator, canaries } = making
  const home = { tenant: name, part: 'account' } as const
  const word = (what: string) => canaries.plant(home, what)
  const by: Actor = { type: 'user', id: owner.id, name: owner.name }
  const picture = await brand(word, by)
  canaries.remember(home, 'a picture of the brand', picture)
  const domains = [await domain(tenant, word, 'active'), await domain(tenant, word, 'pending')]
  const asked = { tenantId: tenant.id, planKey: 'business', note: word('a wish'), by: owner.id }
  const request = await PlanRequest.ask(asked)
  const grants = [await grant(tenant, operator, word('why something was granted'))]
  const visit = { reason: word('why support came'), mayWrite: false, minutes: 60, operator }
  const named = SupportSession.newGrant()
  await SupportSession.grant({ ...named, ...visit })
  await unit(() => Notice.leave('support.opened', { supportId: named.id }))
  const tokens = [await link(owner, 'reset'), await link(owner, 'welcome')]
  const setup = (await SetupLink.make(by)).release()
  const proof = await addressProof(owner, `${word('an address to be')}@example.com`)
  for (const token of [...tokens, named.code, setup, proof])
    canaries.remember(home, 'a link to come in', token)
  const certificate = await singleSignOn(owner, word, by)
  const passkey = await passkeyOf(owner, word, by)
  const nameId = `${word('a name that a provider sent')}@example.com`
  const attempt = await Attempts.note({ purpose: 'log_in', passed: ['request'], nameId })
  return {
    'address/:token': [proof],
    'attempts/:id': [attempt],
    'brand/:name': [`${picture}.png`],
    'certificates/:sha256': [certificate],
    'domains/:id': domains,
    'passkeys/:id': [passkey],
    'requests/:request': [request.id],
    'mails/:token': [(await UnsubscribeToken.of({ id: owner.id, to: 'completed' })).release()],
    'plan-requests/:id': [request.id],
    'grants/:grant': grants,
    'setup/:token': [setup],
    'support/:id': [named.id],
    'support/:code': [named.code],
    'reset/:token': [tokens[0]],
    'welcome/:token': [tokens[1]],
  }
}

async function brand(word: Word, by: Actor): Promise<string> {
  const [red, green, blue] = randomBytes(3)
  const square = { width: 64, height: 64, channels: 3, background: { r: red, g: green, b: blue } }
  const png = await sharp({ create: square as never })
    .png()
    .toBuffer()
  const icon = await BrandImages.keep({ bytes: png, width: 64, height: 64 })
  const { values } = await Brand.current()
  const supportEmail = `${word('the brand’s address')}@example.com`
  await BrandChange.make({ ...values, name: word('the brand’s name'), icon, supportEmail }, by)
  return icon
}

/** As if a browser had made it: nobody uses it. */
async function passkeyOf(owner: User, word: Word, by: Actor): Promise<string> {
  const made = {
    ...{ credential_id: randomBase62(CHALLENGE_CHARACTERS), counter: '0', transports: [] },
    ...{
      host: `${word('a passkey’s host')}.invalid`,
      public_key: randomBytes(CHALLENGE_CHARACTERS),
    },
    is_synced: false,
  }
  await Passkeys.add(owner, made, word('the name of a passkey'), by)
  const [{ id }] = await Passkeys.list(owner)
  return id
}

/** As if somebody had claimed it: nobody looks it up. */
async function domain({ id: tenantId }: Tenant, word: Word, status: DomainStatus): Promise<string> {
  const now = clock.now()
  const { id } = await Domain.create({
    ...{ id: newId('dom'), tenantId, kind: 'host', status, primaryFor: [] },
    host: `${word('a host')}.invalid`,
    purposes: ['app', 'signing', 'api'],
    challenge: randomBase62(CHALLENGE_CHARACTERS),
    verifiedAt: status === 'active' ? now : null,
    ...{ createdAt: now, updatedAt: now },
  })
  return id
}

/** Connected and not turned on: nobody is led to a provider that is not there. @returns the digest of its certificate */
async function singleSignOn({ id: userId }: User, word: Word, by: Actor): Promise<string> {
  const { certificate } = await selfSigned('provider')
  const address = 'https://provider.invalid/sso'
  await Connecting.connect(
    {
      ...{ entityId: address, certificates: [certificate], wantsSignedRequests: false },
      ...{ ssoUrl: address, ssoBinding: 'redirect', sloUrl: null, sloResponseUrl: null },
      sloBinding: 'redirect',
    },
    { name: 'A provider', isOn: false },
    by
  )
  const value = word('a group that a rule names')
  await RoleRules.replace([{ attribute: null, value, role: USUAL_ROLE }], by)
  const now = clock.now()
  // as if somebody had added it: nobody looks it up
  await EmailDomain.create({
    ...{ domain: `${word('a domain of addresses')}.invalid`, id: newId('ssd'), status: 'pending' },
    ...{ challenge: randomBase62(CHALLENGE_CHARACTERS), createdAt: now },
  })
  const nameId = word('a name that a provider sent of somebody')
  const values = [word('a group that a provider sent')]
  const identity = {
    ...{ digest: sha256(nameId), provider: address, name_id: nameId, user_id: userId },
    ...{ created_at: now, last_seen_at: now },
  }
  const attributes = [{ name: 'groups', friendlyName: null, values }]
  await CurrentTenant.batch([
    insertion('sso_identities', [identity]),
    await LastProfile.keeping({ nameId, attributes }),
  ])
  return sha256(Buffer.from(certificate, 'base64'))
}

async function grant(
  { id: tenantId }: Tenant,
  { id: grantedBy }: { id: string },
  reason: string
): Promise<string> {
  const until = new Date(clock.now().getTime() + DAY_MS)
  const given = { entitlement: 'rateLimitPerMinute', value: 100_000, until, reason } as const
  const id = await platformTransaction((trx) =>
    PlanGrant.give({ tenantId, grantedBy, ...given }, trx)
  )
  if (!id) throw new Error('A new tenant has this grant already')
  return id
}

async function link(user: User, purpose: LinkPurpose): Promise<string> {
  const issued = await unit(() => UserLink.issue(user, purpose))
  return (await issued.token()).release()
}

/** As if it had been mailed: the proof sends nothing. */
async function addressProof(user: User, email: string): Promise<string> {
  const change = await unit(() => AddressChange.request(user, email))
  return (await change.token('confirm')).release()
}

/** For another browser of the tenant's, good for half a minute: who it would log in. */
export async function crossingOf(
  host: string,
  sessionSha256: string,
  nonce: string
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const bound = boundTo({ ipAddress: '127.0.0.1' }, sha256(nonce))
  const row = [sha256(code), sessionSha256, host, bound, '/documents']
  const text = `insert into crossings (code_sha256, session, host, nonce_sha256, next, expires_at)
    values ($1, $2, $3, $4, $5, now() + interval '30 minutes')`
  await CurrentTenant.batch([{ text, values: row }])
  return code
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}
