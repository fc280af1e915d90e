import { test } from '@japa/runner'
import type Document from '#app/documents/document'
import { Sharing } from '#app/documents/sharing/sharing'
import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import { ROLES, type Role } from '#app/identity/access/role'
import { Teamwork } from '#app/identity/teams/teamwork'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import type { Answer } from '#tests/factories/api_client'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Cell, did, newcomer, newKey, writtenTable } from '#tests/support/access_matrix'
import { inLive, makeUser, Visitor } from '#tests/support/dashboard_visitor'

const BY = { type: 'user', id: 'usr_by', name: 'By' } as const

const RELATIONS = {
  holder: 'its holder',
  team: 'in its team',
  manage: 'shared to manage',
  read: 'shared to read',
  stranger: 'a stranger',
} as const

type Relation = keyof typeof RELATIONS

/** Which page shows that somebody may do it. */
const ACTS: Record<string, (document: Document) => string> = {
  read: ({ id }) => `/documents/${id}`,
  download: ({ id }) => `/documents/${id}/original`,
  change: ({ id }) => `/documents/${id}/void`,
  signers: ({ id, signers }) => `/documents/${id}/signers/${signers[0].id}/edit`,
  share: ({ id }) => `/documents/${id}/sharing`,
  erase: ({ id }) => `/documents/${id}/erase`,
}

/** Acts without a page: what each answers to somebody who may do it. */
const DEEDS: Record<string, { ask: Deed; isDone: (status: number) => boolean }> = {
  copy: {
    ask: (visitor, path) => visitor.post(`${path}/copies`),
    isDone: (status) => status === 303,
  },
  // nobody has proved who they are, so that there is nothing to read for those who may
  identity: {
    ask: (visitor, path, { signers }) => visitor.get(`${path}/signers/${signers[0].id}/identity`),
    isDone: (status) => status === 404,
  },
}

/** About oneself, and therefore in the live environment alone. */
const FOLLOW = (visitor: Visitor, { id }: Document) =>
  visitor.post(`/documents/${id}/mails`, { mails: 'follow' })

type Deed = (visitor: Visitor, path: string, document: Document) => Promise<Answer>

const DOCUMENTS = ['| Role | Who to the document | In live | In the sandbox |', '|---|---|---|---|']

type People = Record<Role, Visitor>

/** The same documents for everybody but their holders, who have one each. */
async function documentsFor(
  acme: Tenant,
  { people, team, environment }: { people: People; team: string; environment: Environment }
) {
  return CurrentTenant.run({ tenant: acme.ref, environment }, async () => {
    const make = (title: string, by: { id: string; name: string } = BY, holderId?: string) =>
      makeDocument({ title, signers: [ANA], by: { ...by, type: 'user' }, holderId })
    const common = {
      team: await make('Teamwork', BY, team),
      manage: await make('Managed'),
      read: await make('Readable'),
      stranger: await make('Secret'),
    }
    const holders: Partial<Record<Role, Document>> = {}
    for (const role of ROLES) {
      const user = people[role].user!
      holders[role] = await make(`Owned ${role}`, user)
      await new Sharing(common.manage.id, BY).share(user.id, 'manage')
      await new Sharing(common.read.id, BY).share(user.id, 'read')
    }
    return (role: Role, relation: Relation) =>
      relation === 'holder' ? holders[role]! : common[relation]
  })
}

/** What somebody may do with a document, as a cell of the table. */
async function cell(visitor: Visitor, base: string, document: Document): Promise<string> {
  const done: string[] = []
  for (const path of [`${base}/documents`, `${base}/documents?q=${document.title.split(' ')[0]}`])
    if ((await visitor.get(path)).text.includes(`/documents/${document.id}`)) done.push('list')
  const refusals = new Set<number>()
  for (const [act, pathOf] of Object.entries(ACTS)) {
    const { status } = await visitor.get(`${base}${pathOf(document)}`)
    if (status === 200) done.push(act)
    else refusals.add(status)
  }
  const isSeen = done.length > 0
  for (const [act, { ask, isDone }] of Object.entries(DEEDS)) {
    const { status } = await ask(visitor, `${base}/documents/${document.id}`, document)
    if (isSeen && isDone(status)) done.push(act)
    else refusals.add(status)
  }
  if (base === '') {
    const { status } = await FOLLOW(visitor, document)
    if (isSeen && status === 303) done.push('follow')
    else refusals.add(status)
  }
  // to somebody who does not see it, it does not exist; everybody else is told that they may not
  const told = done.length > 0 ? 403 : 404
  if ([...refusals].some((status) => status !== told)) return `refused with ${[...refusals].join()}`
  return [...new Set(done)].join(', ') || 'does not exist'
}

test.group('Who may do what with a document', (group) => {
  let acme: Tenant
  let people: People
  let team: string

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
    const made: Partial<People> = {}
    for (const role of ROLES) made[role] = await Visitor.as(acme, role)
    people = made as People
    team = await inLive(acme, async () => {
      const teamwork = new Teamwork(BY)
      const id = await teamwork.create('Legal')
      for (const { user } of Object.values(people)) await teamwork.add(id, user!)
      return id
    })
  })

  test('is, for every role, relation and environment, what the table in docs/decisions/access.md says', async ({
    assert,
  }) => {
    const lines = new Map<string, string[]>()
    for (const environment of ENVIRONMENTS) {
      const documentOf = await documentsFor(acme, { people, team, environment })
      const base = environment === 'test' ? '/test' : ''
      for (const role of ROLES)
        for (const [relation, words] of Object.entries(RELATIONS)) {
          const document = documentOf(role, relation as Relation)
          const line = `| ${role} | ${words}`
          const cells = lines.get(line) ?? []
          lines.set(line, [...cells, await cell(people[role], base, document)])
        }
    }
    const found = [
      ...DOCUMENTS,
      ...[...lines].map(([line, cells]) => `${line} | ${cells.join(' | ')} |`),
    ]
    assert.deepEqual(found, writtenTable(DOCUMENTS, found.length))
  })
})

const MEMBERS = ['| Role | Which member | In live | In the sandbox |', '|---|---|---|---|']

const OTHERS = {
  self: 'themselves',
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
  foreign: 'one of another tenant',
} as const

/** The entry of each form that changes a member. */
const CHANGES: Record<string, { path: string; action: string; values?: Record<string, string> }> = {
  'change': { path: '/role', action: 'member.role_changed', values: { role: 'viewer' } },
  'make owner': { path: '/role', action: 'member.role_changed', values: { role: 'owner' } },
  'disable': { path: '/disable', action: 'member.disabled' },
  'remove': { path: '/remove', action: 'member.removed' },
  'recover factor': { path: '/second-factor/remove', action: 'second_factor.recovered' },
  'transfer account': { path: '/ownership', action: 'ownership.transferred' },
}

test.group('Who may do what with a member', () => {
  test('is, for every role and environment, what the table in docs/decisions/access.md says', async ({
    assert,
  }) => {
    const acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
    const globex = await makeTenant()
    const lines: string[] = []

    const memberFor = async (whose: keyof typeof OTHERS, visitor: Visitor) => {
      if (whose === 'self') return visitor.user!
      if (whose === 'foreign') return makeUser(globex, 'member')
      return (await newcomer(acme, whose)).user!
    }

    const cellOf = async (role: Role, whose: keyof typeof OTHERS, base: string) => {
      const acts = new Cell()
      const reader = await newcomer(acme, role)
      const seen = await memberFor(whose, reader)
      const { status } = await reader.get(`${base}/settings/members/${seen.id}`)
      acts.add('see', status === 200, status)
      const documents = await reader.get(`${base}/settings/members/${seen.id}/documents`)
      acts.add('hand documents over', documents.status === 200, documents.status)
      for (const [act, { path, action, values }] of Object.entries(CHANGES)) {
        const visitor = await newcomer(acme, role)
        const { id } = await memberFor(whose, visitor)
        const done = await did(acme, action, () =>
          visitor.post(`${base}/settings/members/${id}${path}`, values)
        )
        acts.add(act, done.isDone, done.status)
      }
      return acts.text
    }

    for (const role of ROLES)
      for (const [whose, words] of Object.entries(OTHERS)) {
        const one = whose as keyof typeof OTHERS
        const cells = [await cellOf(role, one, ''), await cellOf(role, one, '/test')]
        lines.push(`| ${role} | ${words} | ${cells.join(' | ')} |`)
      }
    const found = [...MEMBERS, ...lines]
    assert.deepEqual(found, writtenTable(MEMBERS, found.length))
  }).timeout(240_000)
})

const KEYS = ['| Role | Which key | In live | In the sandbox |', '|---|---|---|---|']

const SCOPES = {
  'usage:read': 'to read usage',
  'documents:read': 'to read all documents',
  'documents:erase': 'to erase documents',
} as const

test.group('Who may do what with an API key', () => {
  test('is, for every role and environment, what the table in docs/decisions/access.md says', async ({
    assert,
  }) => {
    const acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
    const maker = await makeUser(acme, 'owner')
    const lines: string[] = []

    const cellOf = async (
      role: Role,
      scope: keyof typeof SCOPES,
      environments: { key: Environment; page: Environment }
    ) => {
      const acts = new Cell()
      const base = environments.page === 'test' ? '/test' : ''
      const visitor = await newcomer(acme, role)
      const make = async () => {
        const key = await newKey(acme, maker, { environment: environments.key, scope })
        return `${base}/settings/keys/${key.id}`
      }
      const { status } = await visitor.get(await make())
      acts.add('see', status === 200, status)
      const issued = { 'name': 'Mine', 'scopes[]': scope, 'expires': 'never' }
      const forms = {
        change: { action: 'key.changed', path: await make(), values: issued },
        rotate: {
          action: 'key.rotated',
          path: `${await make()}/rotate`,
          values: { overlap: 'now' },
        },
        revoke: { action: 'key.revoked', path: `${await make()}/revoke`, values: {} },
        // of a key of the other environment there is nothing to make anew
        ...(environments.key === environments.page && {
          issue: { action: 'key.created', path: `${base}/settings/keys`, values: issued },
        }),
      }
      for (const [act, { action, path, values }] of Object.entries(forms)) {
        const done = await did(acme, action, () => visitor.post(path, values))
        acts.add(act, done.isDone, done.status)
      }
      return acts.text
    }

    for (const role of ROLES) {
      for (const [scope, words] of Object.entries(SCOPES)) {
        const cells: string[] = []
        for (const environment of ENVIRONMENTS) {
          const both = { key: environment, page: environment }
          cells.push(await cellOf(role, scope as keyof typeof SCOPES, both))
        }
        lines.push(`| ${role} | ${words} | ${cells.join(' | ')} |`)
      }
      const others = [
        await cellOf(role, 'usage:read', { key: 'test', page: 'live' }),
        await cellOf(role, 'usage:read', { key: 'live', page: 'test' }),
      ]
      lines.push(`| ${role} | of the other environment | ${others.join(' | ')} |`)
    }
    const found = [...KEYS, ...lines]
    assert.deepEqual(found, writtenTable(KEYS, found.length))
  }).timeout(240_000)
})
