import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { Checkpoints } from '#app/audit/checkpoints/checkpoints'
import { faultOfProof } from '#app/audit/transparency/inclusion_proof'
import { NoteVerifier, parseNote } from '#app/audit/transparency/signed_note'
import { TransparencyLog } from '#app/audit/transparency/transparency_log'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { logOrigin } from '#app/tenants/hosts/log_origin'
import { platformDomain } from '#app/tenants/hosts/public_address'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { makeDocument } from '#tests/factories/document_factory'
import { inFolder, outsideProgram, textOf } from '#tests/domain/sealing/outside_program'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { sealedFile } from '#tests/support/populated_tenant'
import { forgetCounts } from '#tests/support/redis_counts'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'
import ApiKey from '#app/identity/keys/api_key'

interface Log {
  origin: string
  key: string
}

const ORIGIN = () => logOrigin('main')
const read = (path: string, host = platformDomain()) => ask({ path, headers: { host } })

test.group('The public log', (group) => {
  group.setup(async () => {
    const acme = await makeTenant()
    await inLive(acme, () => makeDocument())
    await publish()
  })

  async function publish(): Promise<void> {
    await Checkpoints.take(Cell.named('main'))
    await TransparencyLog.grow(Cell.named('main'), ORIGIN())
  }

  async function keyOfLog(): Promise<NoteVerifier> {
    const { logs } = JSON.parse((await read('/log')).text) as { logs: Log[] }
    return NoteVerifier.parse(logs.find(({ origin }) => origin === ORIGIN())!.key)!
  }

  test('is read by anybody on the platform’s host, and on no tenant’s', async ({ assert }) => {
    const acme = await makeTenant()
    const head = await read('/log/main/checkpoint')
    assert.equal(head.status, 200)
    assert.isTrue((await keyOfLog()).hasSigned(parseNote(head.text)!))
    for (const path of ['/log', '/log/main/checkpoint', '/log/main/tile/0/000.p/1'])
      assert.equal((await read(path, hostOfTenant(acme))).status, 404, path)
  })

  test('has tiles that may be kept for ever, and nothing beyond them', async ({ assert }) => {
    const tile = await read('/log/main/tile/0/000.p/1')
    assert.equal(tile.status, 200)
    assert.include(String(tile.headers['cache-control']), 'immutable')
    const strange = [
      '0/000',
      '0/x000/000',
      '9/000',
      '0/000.p/0',
      '0/000.p/256',
      '-1/000',
      '0/1',
      '..%2f',
      '3/000',
      '3/000.p/128',
      'entries/x999/x999/999',
      'entries/x008/x388/608',
    ]
    for (const name of strange)
      assert.equal((await read(`/log/main/tile/${name}`)).status, 404, name)
    assert.equal((await read('/log/elsewhere/checkpoint')).status, 404)
  })

  test('is read over a few connections, however many ask', async ({ assert }) => {
    const paths = Array.from({ length: 100 }, (_, at) => [
      '/log/main/checkpoint',
      `/log/main/tile/0/000.p/${1 + (at % 2)}`,
    ]).flat()
    const statuses = await Promise.all(paths.map(async (path) => (await read(path)).status))
    const refused = statuses.filter((status) => ![200, 404, 503].includes(status))
    assert.isEmpty(refused)
    assert.include(statuses, 200)
    const { rows } = await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query<{ connections: number }>(
        `select count(*)::int as connections from pg_stat_activity
          where datname = current_database() and query ~ 'from cell.log_(heads|leaves)'
            and pid <> pg_backend_pid()`
      )
    )
    assert.isAtMost(rows[0]!.connections, 4)
  })

  test('is read by one network as often as a witness has to, and no more', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => forgetCounts('log:*'))
    const asked = () => read('/log/main/tile/x')
    const statuses: number[] = []
    for (let part = 0; part < 13; part += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, asked))
      statuses.push(...answers.map(({ status }) => status))
    }
    assert.include(statuses, 429)
    assert.isAtMost(statuses.filter((status) => status === 404).length, 600)
  })

  test('has a head of its own in what is sealed', async ({ assert }) => {
    const acme = await makeTenant()
    const { id } = await inLive(acme, () => makeDocument())
    for (const email of ['ana@example.test', 'ben@example.test']) await sign(acme, id, email)
    await doWork(acme, 'seal')
    const log = await keyOfLog()
    await inFolder({ 'sealed.pdf': await sealedFile(acme, id) }, async (path) => {
      await outsideProgram('pdfdetach', ['-saveall', '-o', path(''), path('sealed.pdf')])
      const head = parseNote(await readFile(path('log-checkpoint.txt'), 'utf8'))
      assert.isTrue(log.hasSigned(head!))
      assert.include(await textOf(await readFile(path('sealed.pdf'))), 'log-checkpoint.txt')
    })
  })

  for (const host of ['host', 'signing_host'])
    test(`has no head in what is sealed for a tenant whose ${host} is a domain of its own`, async ({
      assert,
    }) => {
      const acme = await makeTenant()
      const { account } = schemaNames(acme.id)
      await asSuperuser(Cell.named('main').database, (superuser) =>
        superuser.query(`update ${account}.standing set ${host} = 'sign.acme.example'`)
      )
      const { id } = await inLive(acme, () => makeDocument())
      for (const email of ['ana@example.test', 'ben@example.test']) await sign(acme, id, email)
      await doWork(acme, 'seal')
      const text = await textOf(await sealedFile(acme, id))
      assert.include(text, 'audit-trail.json')
      assert.notInclude(text, 'log-checkpoint.txt')
    })

  test('gives a proof by API and on the document’s page, to those who see the document', async ({
    assert,
  }) => {
    const acme = await makeTenant({ plan: 'business' })
    const owner = await ownerOf(acme)
    const document = await inLive(acme, () => makeDocument())
    const { secret } = await inLive(acme, () =>
      ApiKey.issue({ environment: 'live', name: 'SIEM', createdBy: owner, scopes: ['audit:read'] })
    )
    const path = `/api/v1/documents/${document.id}/audit/proof`
    const headers = { host: hostOfTenant(acme), authorization: `Bearer ${secret.release()}` }
    const early = await ask({ path, headers })
    assert.deepEqual([early.status, early.body.error?.code], [409, 'not_in_log'])
    const visitor = await Visitor.as(acme)
    const file = `/documents/${document.id}/log-proof.json`
    assert.equal((await visitor.get(file)).status, 409)
    await publish()
    const log = await keyOfLog()
    const { text } = await ask({ path, headers })
    assert.isNull(faultOfProof(JSON.parse(text), log))
    const first = await ask({ path: `${path}?sequence=1`, headers })
    assert.equal(first.status, 200, first.text)
    assert.containSubset(first.body, { entry: { sequence: 1 } })
    for (const odd of ['0', '-1', '1.5', '1e3', '1000000001', 'x', ''])
      assert.equal((await ask({ path: `${path}?sequence=${odd}`, headers })).status, 422, odd)
    assert.include((await visitor.get(`/documents/${document.id}`)).text, file)
    assert.isNull(faultOfProof(JSON.parse((await visitor.get(file)).text), log))
    const foreign = await makeTenant({ plan: 'business' })
    for (const stranger of [await Visitor.as(acme, 'member'), await Visitor.as(foreign)])
      assert.equal((await stranger.get(file)).status, 404)
  })
})
