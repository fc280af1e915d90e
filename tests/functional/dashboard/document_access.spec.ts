import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
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
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

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

type Deed = (visitor: Visitor, path: string, document: Document) => Promise<Answer>

const HEAD = ['| Role | Who to the document | In live | In the sandbox |', '|---|---|---|---|']

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
      ...HEAD,
      ...[...lines].map(([line, cells]) => `${line} | ${cells.join(' | ')} |`),
    ]
    const written = readFileSync(app.makePath('docs/decisions/access.md'), 'utf8').split('\n')
    const from = Math.max(0, written.indexOf(HEAD[0]))
    assert.deepEqual(found, written.slice(from, from + found.length))
  }).timeout(120_000)
})
