import type { Actor } from '#app/audit/actor'
import { Sharing } from '#app/documents/sharing/sharing'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import { SCOPES } from '#app/identity/access/scope'
import { ROLES } from '#app/identity/access/role'
import { Teamwork } from '#app/identity/teams/teamwork'
import User from '#app/identity/users/user'
import { Groups } from '#app/directory/groups'
import Incident from '#app/monitoring/incidents/incident'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import { platformHost } from '#app/tenants/hosts/public_address'
import Report from '#app/tenants/report'
import type Tenant from '#app/tenants/tenant'
import type { Canaries } from '../evidence/canary.js'
import { SetAside } from '../installation/set_aside.js'
import { PendingWork } from '../installation/pending_work.js'
import { accountResources } from './account.js'
import { environmentResources, consequences } from './environment_resources.js'
import {
  directoryOf,
  keyOf,
  person,
  sessionOf,
  supportCredential,
  type Credential,
} from './credential.js'
import { withAliases, mergedResources, type Resources } from './resources.js'

/** A tenant of the proof: with something of everything in both environments, and everybody who may come in. */
export interface Party {
  readonly name: string
  readonly tenant: Tenant
  readonly host: string
  readonly parent: Party | null
  readonly credentials: readonly Credential[]
  readonly resources: Readonly<Record<Environment, Resources>>
}

/** What only one of them needs. */
export interface Extent {
  /** Both environments, or live alone. */
  readonly environments: readonly Environment[]
  /** Documents in every state. */
  readonly isRich: boolean
  /** Everybody who works there, keys that lack something, and support sessions; else the owner and keys for everything. */
  readonly hasEverybody: boolean
}

interface Wanted extends Extent {
  name: string
  parent: Party | null
  operator: { id: string; name: string }
  canaries: Canaries
  hooks: string
  onMade: (tenant: Tenant) => void
}

/** What stands in addresses under several names. */
const SYNONYMS = {
  'signers/:sid': 'signers/:signer',
  'deliveries/:delivery': 'deliveries/:id',
} as const

/** Its owner's documents are nobody else's, so that roles can be held against each other as well. */
export async function makeParty(wanted: Wanted): Promise<Party> {
  const { name, parent, operator, canaries, hooks, environments, isRich } = wanted
  const home = { tenant: name, part: 'account' } as const
  const word = (what: string) => canaries.plant(home, what)
  const tenant = await makeTenant(wanted, word)
  const within = <T>(environment: Environment, work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: tenant.ref, environment }, work)
  const account = await within('live', () => people(word))
  const [founder] = account.working
  const granted = await within('live', () =>
    accountResources({ name, tenant, owner: founder, operator, canaries })
  )
  const made: Record<Environment, Resources> = { live: {}, test: {} }
  for (const environment of environments) {
    const { id: keyId } = await within('live', () =>
      keyOf(founder, { environment, name: word(`the name of a ${environment} key of editors`) })
    )
    const making = { name, environment, owner: founder, keyId, canaries, hooks, isRich }
    made[environment] = await within(environment, () => environmentResources(making))
  }
  const report = await Report.file({
    ...{ tenantId: tenant.id, documentId: made.live['documents/:id'][0], category: 'other' },
    ...{ message: word('a report'), replyTo: null },
  })
  // for this tenant and those below it alone: a proof tells no customer anything
  const incident = await platformTransaction((trx) =>
    Incident.open(
      {
        ...{ title: 'Isolation', text: 'Isolation', parts: ['api'], impact: 'disturbed' },
        resellerId: tenant.id,
      },
      trx
    )
  )
  await PendingWork.finish([tenant])
  const entrances = await within('live', () => letIn(account.working, wanted, word))
  const group = await within('live', () =>
    Groups.create(
      {
        ...{ displayName: word('the name of a group'), externalId: word('the id of a group') },
        memberIds: account.managed.map(({ id }) => id),
      },
      { type: 'user', id: founder.id, name: founder.name }
    )
  )
  const team = await within('live', () =>
    teamOf(founder, word('the name of a team'), account.managed.slice(0, 1))
  )
  const resources: Record<Environment, Resources> = { live: {}, test: {} }
  const [reader] = account.managed
  for (const environment of environments) {
    const by: Actor = { type: 'user', id: founder.id, name: founder.name }
    for (const id of made[environment]['documents/:id'])
      await within(environment, () => new Sharing(id, by).share(reader.id, 'read'))
    const events = await within(environment, consequences)
    const spare = await within('live', () =>
      keyOf(founder, { environment, name: word(`the name of a ${environment} key`) })
    )
    const all = mergedResources(made[environment], events, granted, {
      'tenants/:id': [tenant.id],
      'reports/:id': [report.id],
      'incidents/:id': [incident.id],
      'keys/:id': [spare.id],
      'members/:id': account.managed.map(({ id }) => id),
      'members/:user': account.managed.map(({ id }) => id),
      'sharing/:grantee': [reader.id],
      'teams/:id': [team],
      'Users/:id': account.managed.map(({ id }) => id),
      'Groups/:id': [group.id],
    })
    resources[environment] = withAliases(all, SYNONYMS)
  }
  return {
    name,
    tenant,
    host: platformHost(tenant.slug),
    parent,
    credentials: entrances,
    resources,
  }
}

/** The credential with the most rights there. */
export function owner({ credentials }: Party): Credential {
  const found = credentials.find(({ role }) => role === 'owner')
  if (!found) throw new RangeError('Every party has an owner')
  return found
}

async function makeTenant(
  { name, parent, environments, onMade }: Wanted,
  word: (what: string) => string
): Promise<Tenant> {
  const founder = {
    id: newId('usr'),
    email: `${word('the owner’s address')}@example.com`,
    name: word('the owner’s name'),
    passwordHash: 'nobody knows it',
  }
  const tenant = await Provisioning.create({
    name: word('the account’s name'),
    slug: `iso${randomBase62(12).toLowerCase()}`,
    plan: 'enterprise',
    parentId: parent?.tenant.id,
    owner: founder,
    isTrusted: true,
    metadata: { proof: name },
  })
  onMade(tenant)
  await SetAside.add(tenant)
  if (environments.includes('test')) await Provisioning.openSandbox(tenant)
  return tenant
}

/** One of each role who works, and some about whom a page can be opened: one who works, one invited, one shut out. */
async function people(word: (what: string) => string) {
  const named = (what: string) => ({
    name: word(`the name of ${what}`),
    email: `${word(`the address of ${what}`)}@example.com`,
  })
  const working = [await User.query().where('role', 'owner').firstOrFail()]
  for (const role of ROLES.slice(1)) working.push(await person(named(`a ${role}`), role))
  const now = clock.now()
  const managed = [
    await person(named('a member'), 'member'),
    await person(named('somebody invited'), 'member', { invitedAt: now }),
    await person(named('somebody shut out'), 'member', { disabledAt: now }),
  ]
  return { working, managed }
}

/** @returns its id */
async function teamOf(
  { id, name: by }: User,
  name: string,
  members: readonly User[]
): Promise<string> {
  const teamwork = new Teamwork({ type: 'user', id, name: by })
  const team = await teamwork.create(name)
  for (const member of members) await teamwork.add(team, member)
  return team
}

async function letIn(
  working: readonly User[],
  { operator, environments, hasEverybody }: Wanted,
  word: (what: string) => string
): Promise<Credential[]> {
  const credentials = await Promise.all(
    (hasEverybody ? working : working.slice(0, 1)).map(sessionOf)
  )
  for (const environment of environments)
    for (const lacks of hasEverybody ? [null, ...SCOPES] : [null]) {
      const name = word(`the name of a ${environment} key`)
      credentials.push((await keyOf(working[0], { environment, name, lacks })).credential)
    }
  credentials.push(await directoryOf(working[0], word('the name of a SCIM token')))
  for (const mayWrite of hasEverybody ? [false, true] : []) {
    const reason = word('why support came')
    credentials.push((await supportCredential(operator, { reason, mayWrite })).credential)
  }
  return credentials
}
