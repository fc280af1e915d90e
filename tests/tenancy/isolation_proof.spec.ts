import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import redis from '@adonisjs/redis/services/main'
import testUtils from '@adonisjs/core/services/test_utils'
import env from '#start/env'
import { Desk } from '#app/dashboard/desk'
import Document from '#app/documents/document'
import { Vault } from '#app/documents/vault'
import Session from '#app/identity/session'
import User from '#app/identity/user'
import { proveIsolation } from '#app/isolation/proof'
import { reportOf } from '#app/isolation/report'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { roleName, schemaNames } from '#app/tenancy/tenant_ref'
import Tenant from '#app/tenants/tenant'
import { tenantResolver } from '#app/tenants/tenant_resolver'
import { forgetRequests } from '#tests/support/request_counts'
import { asSuperuser } from '#tests/support/superuser'

const ORIGIN = `http://${env.get('HOST')}:${env.get('PORT')}`

type Options = Partial<Parameters<typeof proveIsolation>[0]>

test.group('Isolation, proven', (group) => {
  group.setup(() => testUtils.httpServer().start())
  group.each.timeout(600_000)

  const prove = (options: Options = {}) =>
    proveIsolation({ origin: ORIGIN, wait: forgetRequests, ...options })
  const wallsWithHoles = async (options: Options) => [
    ...new Set((await prove({ untilFound: true, ...options })).findings.map(({ wall }) => wall)),
  ]
  /** The sides of the proof that is under way. */
  const sides = () =>
    Promise.all(['A', 'B'].map((name) => Tenant.findByOrFail({ name: `Isolation ${name}` })))
  const titleOf = async ({ ref }: Tenant) => {
    const statement = { text: 'select title from documents' }
    const read = () => CurrentTenant.batch([statement])
    const [[{ title }]] = await CurrentTenant.run({ tenant: ref, environment: 'live' }, read)
    return String(title)
  }
  const finishedOf = ({ ref }: Tenant) =>
    CurrentTenant.run({ tenant: ref, environment: 'live' }, async () => {
      const document = await Document.query().where('status', 'completed').firstOrFail()
      return (await Vault.open(document)).read(`sealed-${document.sealedSha256}`)
    })
  /** Something done between the last request and the search. */
  const meanwhile = (work: () => Promise<unknown>) => async (step: string) => {
    if (step === 'forging work') await work()
  }
  const superuser = (...statements: string[]) =>
    asSuperuser(Cell.named('main').database, async (client) => {
      for (const statement of statements) await client.query(statement)
    })

  test('finds no way from one tenant, environment or role to another', async ({ assert }) => {
    const proof = await prove()
    assert.deepEqual(proof.findings, [])
    assert.isAbove(proof.attempts, 5_000)
    assert.include(reportOf(proof), `${proof.at.toISOString()}: no hole was found.`)
    assert.isNull(await Tenant.findBy({ name: 'Isolation A' }))
  })

  test('names the host, when every host leads to the same tenant', async ({ assert, cleanup }) => {
    const { byHost } = tenantResolver
    cleanup(() => void (tenantResolver.byHost = byHost))
    tenantResolver.byHost = async (host, purpose) => {
      const asked = host.startsWith('iso') ? (await sides())[1].slug : null
      return byHost.call(tenantResolver, asked ? host.replace(/^[^.]+/, asked) : host, purpose)
    }
    assert.include(await wallsWithHoles({ only: ['token'] }), 'token')
  })

  test('names the log-in, when a token is somebody under every host', async ({
    assert,
    cleanup,
  }) => {
    const { byToken } = Session
    cleanup(() => void (Session.byToken = byToken))
    Session.byToken = async () => {
      const session = new Session()
      session.tokenSha256 = 'of everybody'
      session.user = await User.query().where('role', 'owner').firstOrFail()
      session.support = null
      session.seenAt = new Date(0)
      return session
    }
    assert.include(await wallsWithHoles({ only: ['host'] }), 'host')
  })

  test('names the environment, when test is live', async ({ assert, cleanup }) => {
    const { run } = CurrentTenant
    cleanup(() => void (CurrentTenant.run = run))
    const from = async (step: string) => {
      if (step !== 'looking at one’s own') return
      CurrentTenant.run = (scope, work) => run({ ...scope, environment: 'live' }, work)
    }
    assert.include(await wallsWithHoles({ only: ['environment'], onProgress: from }), 'environment')
  })

  test('names the role, when everybody sees all documents', async ({ assert, cleanup }) => {
    const own = Object.getOwnPropertyDescriptor(Desk.prototype, 'documentsOf')!
    cleanup(() => void Object.defineProperty(Desk.prototype, 'documentsOf', own))
    Object.defineProperty(Desk.prototype, 'documentsOf', { ...own, get: () => null })
    assert.include(await wallsWithHoles({ only: ['role'] }), 'role')
  })

  test('names rows that changed, words that strayed and rights that are too many', async ({
    assert,
  }) => {
    const spoil = async () => {
      const [own, other] = await sides()
      const [mine, theirs] = [schemaNames(own.id), schemaNames(other.id)]
      await superuser(
        `update ${theirs.account}.users set name = 'Somebody Else'`,
        `update ${mine.account}.users set name = '${await titleOf(other)}' where role = 'viewer'`,
        `grant select on ${theirs.live}.documents to ${roleName(own.id, 'live')}`
      )
    }
    const holes = await wallsWithHoles({ only: [], onProgress: meanwhile(spoil) })
    assert.includeMembers(holes, ['change', 'rows', 'postgresql'])
  })

  test('names a file of one’s own, when a stranger’s words stand in it', async ({
    assert,
    cleanup,
  }) => {
    const { readRange } = Vault.prototype
    cleanup(() => void (Vault.prototype.readRange = readRange))
    const mixUp = async (step: string) => {
      if (step !== 'looking at one’s own') return
      const theirs = await finishedOf((await sides())[1])
      Vault.prototype.readRange = async () => theirs
    }
    const { findings } = await prove({ only: [], onProgress: mixUp })
    const told = findings.filter(({ wall }) => wall === 'home').map(({ message }) => message)
    for (const what of ['a document’s text', 'a signer’s answer', 'a signer’s name'])
      assert.isTrue(
        told.some(
          (message) => message.startsWith(`${what} of B (live)`) && /download/.test(message)
        ),
        what
      )
  })

  test('names a word in Redis and one in the log', async ({ assert, cleanup }) => {
    cleanup(() => redis.del('isolation:stray') as never)
    let log = ''
    const spill = async () => {
      const [own] = await sides()
      log = `sent: ${await titleOf(own)}`
      await redis.set('isolation:stray', log)
    }
    const options = { only: [], onProgress: meanwhile(spill), log: () => log }
    assert.includeMembers(await wallsWithHoles(options), ['redis', 'log'])
  })

  test('says when it is blind', async ({ assert, cleanup }) => {
    const server = createServer((_, answer) => answer.writeHead(404).end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanup(() => void server.close())
    const { port } = server.address() as AddressInfo
    const holes = await wallsWithHoles({ only: [], origin: `http://127.0.0.1:${port}` })
    assert.deepEqual(holes, ['eyesight'])
  })
})
