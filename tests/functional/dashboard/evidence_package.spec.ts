import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import { SealCredential } from '#app/signing/seal/seal_credential'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
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
    const { from } = SealCredential
    cleanup(() => void (SealCredential.from = from))
    SealCredential.from = () => Promise.reject(new KeyStoreAway('it is away'))
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
    for (const page of [`/documents/${document.id}`, '/documents', '/documents/all'])
      assert.notInclude((await visitor.get(page)).text, 'evidence.zip')
    for (const path of [
      `/documents/${document.id}/evidence.zip`,
      '/documents/evidence.zip?all=yes',
    ])
      assert.equal((await visitor.get(path)).status, 403)
  })

  /** The trail says another title than the row. */
  const forge = (tenant: Tenant, id: string) => {
    const text = "update documents set title = 'Forged' where id = $1"
    return inLive(tenant, () => CurrentTenant.batch([{ text, values: [id] }]))
  }
  const downloadsOf = async (id: string) => {
    const text =
      "select chain from audit_entries where action = 'document.downloaded' and chain = $1"
    const [entries] = await inLive(acme, () => CurrentTenant.batch([{ text, values: [id] }]))
    return entries.length
  }

  test('of many documents comes as one ZIP with a folder for each, and a list of what is there and what is not', async ({
    assert,
  }) => {
    const sealed = await completed()
    const made = (title: string, send = true) =>
      inLive(acme, () => makeDocument({ title, signers: [ANA] }, { send }))
    const open = await made('Häuser: 1/2')
    const [forged, damaged, erased] = [await made('A'), await made('Damaged'), await made('Erased')]
    const draft = await made('Draft', false)
    await forge(acme, forged.id)
    const path = `t/${acme.id}/live/${damaged.id}/${damaged.originalFile}`
    await drive.use().put(path, Buffer.from(await drive.use().getBytes(path)).fill(0, 100, 110))
    await inLive(acme, async () => {
      await (await Document.whole(erased.id))!.void({ reason: 'Sold', by: OLGA })
      await (await Document.whole(erased.id))!.erase({ by: OLGA, reason: 'request' })
    })
    const all = [sealed, open, forged, damaged, erased, draft]
    const query = all.map(({ id }) => `ids[]=${id}`).join('&')
    assert.include((await olga.get('/documents')).text, 'formaction="/documents/evidence.zip"')
    const names = await unpacked((await olga.get(`/documents/evidence.zip?${query}`)).bytes)
    const folders = names.filter((name) => !name.includes('/')).toSorted()
    assert.deepEqual(folders, [
      '01 Contract of sale-evidence',
      '02 Häuser- 1-2-evidence',
      '04 Damaged-evidence',
      'contents.csv',
    ])
    for (const whole of folders.slice(0, 2))
      await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: join(folder, whole) })
    assert.include(names, `${folders[0]}/sealed.pdf`)
    assert.notInclude(names, `${folders[2]}/SHA256SUMS`)
    const list = await readFile(join(folder, 'contents.csv'), 'utf8')
    const [head, ...lines] = list.trimEnd().split('\r\n')
    assert.equal(head, '\uFEFFid,title,state,originalSha256,sealedSha256,folder,result')
    const { originalSha256, servedSeal } = sealed
    const hashes = `${originalSha256},${servedSeal!.sha256}`
    const [place] = folders
    assert.equal(
      lines[0],
      `${sealed.id},Contract of sale,completed,${hashes},${place},Evidence package`
    )
    for (const [index, state, sentence] of [
      [1, 'pending', 'Evidence package'],
      [2, 'pending', 'contradicts its audit trail'],
      [3, 'pending', 'Incomplete: A stored file of this document is damaged'],
      [4, 'erased', 'The document was erased'],
      [5, 'draft', 'Not sent yet'],
    ] as const) {
      assert.include(lines[index], `${all[index].id},`)
      assert.include(lines[index], `,${state},`)
      assert.include(lines[index], sentence)
    }
    assert.deepEqual(await Promise.all(all.map(({ id }) => downloadsOf(id))), [3, 2, 0, 2, 0, 0])
  })

  test('of many documents is of those that the person sees', async ({ assert }) => {
    const [one, two] = [
      await inLive(acme, () => makeDocument()),
      await inLive(acme, () => makeDocument()),
    ]
    const viewer = await Visitor.as(acme, 'viewer')
    const nothing = await viewer.get('/documents/evidence.zip?all=yes')
    assert.deepEqual([nothing.status, nothing.headers.location], [303, '/documents'])
    const share = { recipient: viewer.user!.email, access: 'read' }
    await olga.post(`/documents/${one.id}/sharing`, share)
    const href = '/documents/evidence.zip?status=open&amp;all=yes'
    assert.include((await viewer.get('/documents?status=open')).text, href)
    const matching = await viewer.get(href.replace('&amp;', '&'))
    assert.include(await unpacked(matching.bytes), '01 Contract of sale-evidence/README.txt')
    assert.notInclude(await readFile(join(folder, 'contents.csv'), 'utf8'), two.id)
    assert.equal(await downloadsOf(one.id), 2)
    const foreign = await Visitor.as(await makeTenant({ plan: 'business' }))
    const ids = `ids[]=${two.id}`
    for (const stranger of [viewer, foreign]) {
      await stranger.get(`/documents/evidence.zip?${ids}`).then(({ bytes }) => unpacked(bytes))
      const list = await readFile(join(folder, 'contents.csv'), 'utf8')
      assert.include(list, `${two.id},,,,,,This document does not exist`)
    }
    assert.equal(await downloadsOf(two.id), 0)
    assert.include((await olga.get('/documents/all')).text, '/documents/evidence.zip?all=yes')
  })

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
    assert.notInclude(first.output, '\u001b[2K', 'a log has no line that could change')
    const names = ids.map((id) => `${id}.zip`)
    assert.sameMembers(await readdir(folder), ['contents.csv', ...names])
    await rm(join(folder, names[1]))
    const second = await aceProcess(command)
    assert.include(second.output, '1 package made, 2 were there already')
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
