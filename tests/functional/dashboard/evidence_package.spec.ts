import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import SealKey from '#app/signing/seal/seal_key'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makePacket } from '#tests/factories/packet_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { aceProcess } from '#tests/support/node_process'
import { sign } from '#tests/support/signing_hand'

const run = promisify(execFile)

interface TrailFile {
  head: string
  entries: { text: string; hash: string }[]
}

test.group('The evidence package', (group) => {
  let acme: Tenant
  let olga: Visitor
  let folder: string

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
    olga = await Visitor.as(acme)
  })
  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'evidence-'))
    return () => rm(folder, { recursive: true })
  })

  async function completed(): Promise<Document> {
    const document = await inLive(acme, () => makeDocument({ signers: [ANA] }))
    await sign(acme, document.id, ANA.email)
    await doWork(acme, 'seal')
    return inLive(acme, async () => (await Document.whole(document.id))!)
  }

  /** By a program that is not ours. */
  async function unpacked(bytes: Buffer): Promise<string[]> {
    const file = join(folder, 'package.zip')
    await writeFile(file, bytes)
    await run('python3', ['-m', 'zipfile', '-e', file, folder])
    await rm(file)
    return (await readdir(folder, { recursive: true })).toSorted()
  }

  test('holds all that it takes to check a document with programs of others', async ({
    assert,
  }) => {
    const document = await completed()
    const answer = await olga.get(`/documents/${document.id}/evidence.zip`)
    assert.equal(answer.headers['content-type'], 'application/zip')
    const names = await unpacked(answer.bytes)
    for (const name of [
      'README.txt',
      'original.pdf',
      'sealed.pdf',
      'certificate.pdf',
      'seal-verifier.html',
      'SHA256SUMS',
    ])
      assert.include(names, name)
    await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })
    const { stdout } = await run('pdfsig', [join(folder, 'sealed.pdf')])
    assert.include(stdout, 'Signature is Valid.')
    const readme = await readFile(join(folder, 'README.txt'), 'utf8')
    const trail = JSON.parse(await readFile(join(folder, 'audit-trail.json'), 'utf8')) as TrailFile
    const prefix = Buffer.from(/after these bytes \(in hex\): ([0-9a-f]+)/.exec(readme)![1], 'hex')
    for (const { text, hash } of trail.entries)
      assert.equal(createHash('sha256').update(prefix).update(text).digest('hex'), hash)
    assert.include(readme, trail.head)
    const authority = (name: string) => join(folder, 'authority', name)
    for (const name of ['root', 'issuing']) {
      const list = ['crl', '-inform', 'DER', '-noout', '-in', authority(`${name}.crl`)]
      const { stderr } = await run('openssl', [...list, '-CAfile', authority(`${name}.pem`)])
      assert.include(stderr, 'verify OK')
    }
    const trust = ['-x509_strict', '-CAfile', authority('root.pem')]
    const path = await run('openssl', ['verify', ...trust, authority('issuing.pem')])
    assert.include(path.stdout, 'OK')
    const answers = names.filter((name) => /^authority\/seal-[0-9a-f]+\.ocsp$/.test(name))
    assert.lengthOf(answers, 1)
    const asked = ['ocsp', '-respin', join(folder, answers[0]!), '-text']
    const by = ['-CAfile', authority('root.pem'), '-verify_other', authority('issuing.pem')]
    const said = await run('openssl', [...asked, ...by])
    assert.include(said.stderr, 'Response verify OK')
    assert.include(said.stdout, 'Cert Status: good')
  })

  test('holds each file of a document of several, as received and as sealed', async ({
    assert,
  }) => {
    const { id } = await inLive(acme, () => makePacket())
    await sign(acme, id, ANA.email!)
    await doWork(acme, 'seal')
    const names = await unpacked((await olga.get(`/documents/${id}/evidence.zip`)).bytes)
    const files = ['01 Lease.pdf', '02 Rules.pdf', '03 Lease.pdf']
    for (const file of files) {
      assert.include(names, `files/original/${file}`)
      const { stdout } = await run('pdfsig', [join(folder, 'files/sealed', file)])
      assert.include(stdout, 'Signature is Valid.')
      assert.include(stdout, 'Total document signed')
    }
    await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })
  })

  test('is recorded in the trail before it leaves, and comes by API as well', async ({
    assert,
  }) => {
    const document = await completed()
    const client = await ApiClient.of(acme, 'live', { scopes: ['documents:read', 'audit:read'] })
    const path = `/api/v1/documents/${document.id}/evidence`
    const answer = await client.get(path)
    assert.equal(answer.status, 200)
    assert.include(await unpacked(answer.bytes), 'audit-trail.csv')
    const { text } = await client.get(`/api/v1/documents/${document.id}/audit`)
    assert.lengthOf(text.match(/"document\.downloaded"/g)!, 3)
    const narrow = await ApiClient.of(acme, 'live', { scopes: ['documents:read'] })
    assert.equal((await narrow.get(path)).status, 403)
  })

  test('is there for documents in any state but a draft, and for nobody else’s', async ({
    assert,
  }) => {
    const sent = await inLive(acme, () => makeDocument())
    const { bytes } = await olga.get(`/documents/${sent.id}/evidence.zip`)
    assert.notInclude(await unpacked(bytes), 'sealed.pdf')
    const draft = await inLive(acme, () => makeDocument({}, { send: false }))
    assert.equal((await olga.get(`/documents/${draft.id}/evidence.zip`)).status, 404)
    const client = await ApiClient.of(acme, 'live')
    const refused = await client.get(`/api/v1/documents/${draft.id}/evidence`)
    assert.deepEqual([refused.status, refused.body.error?.code], [409, 'document_state_conflict'])
    const foreign = await Visitor.as(await makeTenant({ plan: 'business' }))
    for (const stranger of [foreign, await Visitor.as(acme, 'member')])
      assert.equal((await stranger.get(`/documents/${sent.id}/evidence.zip`)).status, 404)
  })

  test('is refused whole, and not recorded, while nobody can sign what is in it', async ({
    assert,
    cleanup,
  }) => {
    const { id } = await inLive(acme, () => makeDocument())
    const { credentialFrom } = SealKey
    cleanup(() => void (SealKey.credentialFrom = credentialFrom))
    SealKey.credentialFrom = () => Promise.reject(new KeyStoreAway('it is away'))
    assert.equal((await olga.get(`/documents/${id}/evidence.zip`)).status, 503)
    const client = await ApiClient.of(acme, 'live')
    const refused = await client.get(`/api/v1/documents/${id}/evidence`)
    assert.deepEqual([refused.status, refused.body.error?.code], [503, 'unavailable'])
    const { text } = await client.get(`/api/v1/documents/${id}/audit`)
    assert.notInclude(text, 'document.downloaded')
  })

  test('is for plans with the full trail', async ({ assert }) => {
    const small = await makeTenant({ plan: 'free' })
    const visitor = await Visitor.as(small)
    const document = await inLive(small, () => makeDocument())
    assert.notInclude((await visitor.get(`/documents/${document.id}`)).text, 'evidence.zip')
    assert.isAtLeast((await visitor.get(`/documents/${document.id}/evidence.zip`)).status, 402)
  })

  /** The trail says another title than the row. */
  const forge = (tenant: Tenant, id: string) => {
    const text = "update documents set title = 'Forged' where id = $1"
    return inLive(tenant, () => CurrentTenant.batch([{ text, values: [id] }]))
  }

  test('of many documents are written one by one, and again only where one is missing', async ({
    assert,
  }) => {
    const other = await makeTenant({ plan: 'business' })
    const documents = [1, 2, 3].map(() => inLive(other, () => makeDocument()))
    const ids = (await Promise.all(documents)).map(({ id }) => id)
    const today = new Date().toISOString().slice(0, 10)
    const command = ['evidence:export', other.slug, folder, `--from=${today}`, `--to=${today}`]
    const first = await aceProcess(command)
    assert.equal(first.code, 0, first.output)
    const names = ids.map((id) => `${id}.zip`)
    assert.sameMembers(await readdir(folder), ['contents.csv', ...names])
    await rm(join(folder, names[1]))
    const second = await aceProcess(command)
    assert.include(second.output, '1 packages made, 2 were there already')
    await rm(join(folder, names[0]))
    await forge(other, ids[0])
    const named = [ids[0], 'doc_nothing', ids[1]].map((id) => `--document=${id}`)
    const missing = await aceProcess([...command.slice(0, 3), ...named])
    assert.equal(missing.code, 1, missing.output)
    const list = await readFile(join(folder, 'contents.csv'), 'utf8')
    for (const said of ['contradicts its audit trail', 'doc_nothing', 'Made earlier'])
      assert.include(list, said)
  })
})
