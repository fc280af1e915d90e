import { createHash, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ace from '@adonisjs/core/services/ace'
import { FormData } from 'undici'
import { test } from '@japa/runner'
import { X509Crl, X509CrlReason, type X509CrlEntry } from '@peculiar/x509'
import env from '#start/env'
import { PlatformTrail } from '#app/audit/platform_trail'
import SealRevoke from '#app/cli/seal_revoke'
import Verify from '#app/cli/verify'
import Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import { revocationsOf } from '#app/sealing/revocation'
import { acceptedRoots } from '#app/signing/seal/accepted_roots'
import { publishedList } from '#app/signing/seal/revocation_lists'
import { SealCredential } from '#app/signing/seal/seal_credential'
import SealKey from '#app/signing/seal/seal_key'
import { SealVerification } from '#app/signing/seal/seal_verification'
import type { FileFacts } from '#app/signing/verified_file/file_facts'
import { Cell } from '#app/tenancy/cell'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'

interface Root {
  isTest: boolean
  subject: string
  sha256: string
  pem: string
  revocationList: string
}

const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test.group('Verification of a sealed PDF', (group) => {
  let acme: Tenant
  let id: string
  let sealed: Buffer
  let altered: Buffer

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty' })
    const by = { type: 'user' as const, id: (await ownerOf(acme)).id, name: 'Olga Owner' }
    id = (await inLive(acme, () => makeDocument({ signers: [ANA], by }))).id
    await sign(acme, id, ANA.email)
    await doWork(acme, 'seal')
    sealed = await inLive(acme, async () => {
      const document = (await Document.whole(id)) as Document
      return (await StoredFile.sealed(document))!.read()
    })
    altered = Buffer.concat([sealed, Buffer.from('1 0 obj\n<<>>\nendobj\n')])
  })

  const form = (bytes: Buffer) => {
    const sent = new FormData()
    sent.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'a.pdf')
    return sent
  }
  const check = (visitor: Visitor, bytes: Buffer, language = 'en') =>
    visitor.upload(`/verify?language=${language}`, form(bytes))

  test('is open to anybody at a tenant’s host, in its name and in their language', async ({
    assert,
  }) => {
    const stranger = new Visitor(acme)
    const page = await stranger.get('/verify')
    assert.equal(page.status, 200)
    assert.include(page.text, 'Acme Realty')
    assert.notInclude(page.text, 'Countersign')
    const { status, text, headers } = await check(stranger, sealed)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
    for (const line of [
      'The document is whole',
      'Sealed by Acme Realty',
      'Nothing was added after it was sealed',
      'What this does not prove',
      'That each step happened as it was recorded',
      'Who signed',
      ANA.email,
      'Consent accepted',
    ])
      assert.include(words(text), line)
    assert.include(words((await check(stranger, sealed, 'de')).text), 'Das Dokument ist unversehrt')
    const broken = words((await check(stranger, altered)).text)
    assert.include(broken, 'The document was altered')
    assert.include(broken, `The seal covers the first ${sealed.length.toLocaleString('en-GB')}`)
  })

  test('brings the checker along for browsers, named by its hash, with no leave to connect', async ({
    assert,
  }) => {
    const stranger = new Visitor(acme)
    const { text, headers } = await stranger.get('/verify')
    assert.include(headers['content-security-policy'] as string, "connect-src 'none'")
    const [, path, integrity] =
      /data-script="([^"]+)" data-integrity="sha256-([^"]+)"/.exec(text) ?? []
    const script = await stranger.get(path!)
    assert.equal(createHash('sha256').update(script.text).digest('base64'), integrity)
    assert.notMatch(script.text, /countersign|Acme/i)
    const [, roots] = /data-roots="([^"]+)"/.exec(text) ?? []
    const { seals } = JSON.parse(roots!.replaceAll('&quot;', '"')) as { seals: object[] }
    assert.isAbove(seals.length, 0)
  })

  test('is neutral at the platform’s host, and says the same', async ({ assert }) => {
    const stranger = new Visitor(acme, null, env.get('PLATFORM_DOMAIN'))
    assert.include(words((await check(stranger, sealed)).text), 'Sealed by Acme Realty')
  })

  test('publishes the roots that seals lead to, the same at every host, and links them', async ({
    assert,
  }) => {
    const path = '/.well-known/seal-roots.json'
    const visitor = new Visitor(acme)
    assert.include((await visitor.get('/verify')).text, `href="${path}"`)
    const { status, text, headers } = await visitor.get(path)
    assert.equal(status, 200)
    assert.match(headers['content-type'] as string, /^application\/json/)
    assert.notProperty(headers, 'set-cookie')
    const neutral = await new Visitor(acme, null, env.get('PLATFORM_DOMAIN')).get(path)
    assert.equal(neutral.text, text)
    const { roots, issuers } = JSON.parse(text) as { roots: Root[]; issuers: Root[] }
    const [live] = roots.filter(({ isTest }) => !isTest)
    const root = new X509Certificate(live!.pem)
    assert.equal(createHash('sha256').update(root.raw).digest('hex'), live!.sha256)
    // other tests replace roots
    assert.match(live!.subject, /^CN=Document Seal Root \d+$/)
    assert.notInclude(text, 'PRIVATE')
    const issuing = new X509Certificate(issuers.find(({ isTest }) => !isTest)!.pem)
    assert.isTrue(issuing.verify(root.publicKey))
    assert.isTrue(await isIssuedBy(issuing))
    for (const { isTest, subject } of [...roots, ...issuers])
      assert.equal(isTest, subject.includes('TEST - NOT VALID'))
  })

  test('serves a verifier that names nobody, contains the roots and may connect to nothing', async ({
    assert,
  }) => {
    const visitor = new Visitor(acme)
    assert.include((await visitor.get('/verify')).text, 'href="/verify/offline"')
    const { status, text, headers } = await visitor.get('/verify/offline')
    assert.equal(status, 200)
    assert.match(
      headers['content-security-policy'] as string,
      /^default-src 'none'; script-src 'sha256-/
    )
    assert.include(headers['content-security-policy'] as string, "frame-ancestors 'none'")
    assert.notMatch(text, /countersign|Acme|https?:\/\/(?!www\.w3\.org)[a-z]+\.test/i)
    const [, content] = /id="authorities">([^<]+)</.exec(text)!
    const { roots } = JSON.parse(content!) as { roots: { seals: { der: string }[] } }
    const published = JSON.parse((await visitor.get('/.well-known/seal-roots.json')).text)
    assert.sameMembers(
      roots.seals.map(({ der }) => Buffer.from(der, 'base64').toString('base64')),
      published.roots.map(({ pem }: Root) => new X509Certificate(pem).raw.toString('base64'))
    )
  })

  test('holds a page that stays small however many are revoked, and names a script that has them', async ({
    assert,
    cleanup,
  }) => {
    const visitor = new Visitor(acme)
    const before = (await visitor.get('/verify')).text
    const sql = (text: string) =>
      asSuperuser(Cell.named('main').database, (superuser) => superuser.query(text))
    const mine = `serial like 'beef%' and length(serial) = 31`
    cleanup(
      async () => void (await sql(`delete from platform.certificate_revocations where ${mine}`))
    )
    await sql(`insert into platform.certificate_revocations (serial, authority_id, reason, revoked_at, recorded_at)
      select 'beef' || substr(md5(i::text), 1, 27), a.id, 'superseded', now(), now()
        from generate_series(1, 10000) i,
             (select id from platform.seal_authorities where kind = 'issuing' order by created_at limit 1) a`)
    const { text } = await visitor.get('/verify')
    assert.equal(text.length, before.length)
    const [, path] = /data-revoked="([^"]+)"/.exec(text)!
    assert.notInclude(before, path)
    const { status, headers, text: script } = await visitor.get(path!)
    assert.equal(status, 200)
    assert.match(headers['content-type'] as string, /^text\/javascript/)
    assert.include(headers['cache-control'] as string, 'immutable')
    assert.lengthOf(script.match(/(?:"|\\n)beef/g)!, 10_000)
    assert.isBelow(script.length, 10_000 * 45)
    const digest = createHash('sha256').update(script).digest('base64')
    assert.include(text, `data-revoked-integrity="sha256-${digest}"`)
    const platform = new Visitor(acme, null, env.get('PLATFORM_DOMAIN'))
    assert.equal((await platform.get(path!)).text, script)
    const [, earlier] = /data-revoked="([^"]+)"/.exec(before)!
    assert.equal((await visitor.get(earlier!)).status, 404)
    const current = await visitor.get('/verify/revoked/current.js')
    assert.equal(current.text, script)
    assert.equal(current.headers['cache-control'], 'no-store')
  })

  async function isIssuedBy(issuer: X509Certificate): Promise<boolean> {
    const credential = await inLive(acme, () => SealCredential.current(acme.name))
    return new X509Certificate(credential.certificate).verify(issuer.publicKey)
  }

  test('says what to do where no file, or something else, was sent', async ({ assert }) => {
    const stranger = new Visitor(acme)
    const nothing = await stranger.upload('/verify', new FormData())
    assert.equal(nothing.status, 422)
    assert.include(nothing.text, 'Choose a PDF first')
    assert.include((await check(stranger, Buffer.from('hello'))).text, 'This is not a PDF')
    const foreign = { 'sec-fetch-site': 'cross-site', 'origin': 'https://evil.test' }
    const forged = await stranger.post('/verify', {}, foreign)
    assert.equal(forged.status, 403)
  })

  test('stands on the page of the document, for those who may see it', async ({ assert }) => {
    const olga = await Visitor.as(acme)
    assert.include((await olga.get(`/documents/${id}`)).text, `/documents/${id}/seal`)
    const { text } = await olga.get(`/documents/${id}/seal`)
    for (const said of ['Who signed', ANA.name!, 'Document viewed', 'what this does not prove'])
      assert.include(text.toLowerCase(), said.toLowerCase())
    assert.include(words(text), 'The document is whole')
    const ines = await Visitor.as(acme, 'member')
    assert.equal((await ines.get(`/documents/${id}/seal`)).status, 404)
  })

  test('is an operation of the API, whatever is found', async ({ assert }) => {
    const client = await ApiClient.of(acme, 'live')
    const whole = await client.post('/api/v1/verify', { file: sealed.toString('base64') })
    assert.equal(whole.status, 200)
    assert.equal(whole.body.verdict, 'whole')
    assert.deepInclude(whole.body.seal, { by: 'Acme Realty', isTest: false, timestamp: null })
    const { trail, notProved } = whole.body as unknown as FileFacts
    const [ana] = trail!.signers
    assert.deepInclude(ana!, { email: ANA.email, role: 'signer' })
    assert.includeMembers(
      trail!.steps.filter(({ signerId }) => signerId === ana!.id).map(({ action }) => action),
      ['consent.accepted', 'document.viewed', 'document.signed']
    )
    assert.include(notProved.join(' '), 'That each step happened as it was recorded')
    const { body } = await client.post('/api/v1/verify', { file: altered.toString('base64') })
    assert.equal(body.verdict, 'altered')
    assert.deepEqual(body.faults, [
      { code: 'appended', attack: 'ISA' },
      { code: 'objects_replaced', attack: 'shadow: replace' },
    ])
  })

  test('is a command, which fails unless the file is whole', async ({ assert }) => {
    ace.ui.switchMode('raw')
    const folder = await mkdtemp(join(tmpdir(), 'verify-'))
    const run = async (name: string, bytes: Buffer, ...flags: string[]) => {
      const path = join(folder, name)
      await writeFile(path, bytes)
      const command = await ace.create(Verify, [path, ...flags])
      await command.exec()
      const lines = command.logger.getLogs().map(({ message }) => message)
      return { exitCode: command.exitCode ?? 0, lines }
    }
    try {
      const whole = await run('whole.pdf', sealed, '--json')
      const facts = JSON.parse(whole.lines.at(-1)!)
      assert.deepEqual([whole.exitCode, facts.verdict], [0, 'whole'])
      assert.equal(facts.trail.signers[0].email, ANA.email)
      const broken = await run('altered.pdf', altered, '--json')
      assert.deepEqual([broken.exitCode, JSON.parse(broken.lines.at(-1)!).verdict], [1, 'altered'])
      const said = (await run('said.pdf', sealed)).lines.join('\n')
      assert.include(said, `${ANA.name} <${ANA.email}>: Signed on `)
      assert.match(said, /^ {2}\d{4}-\d\d-\d\d [\d:]{8} UTC {2}Consent accepted/m)
      assert.include(said, '? That each step happened as it was recorded')
    } finally {
      ace.ui.switchMode('normal')
      await rm(folder, { recursive: true })
    }
  })

  test('is a command that goes on after a file that cannot be checked', async ({
    assert,
    cleanup,
  }) => {
    const { withTrail } = SealVerification
    SealVerification.withTrail = async (bytes) => {
      if (bytes.length > 1) return withTrail(bytes)
      throw new Error('it takes too much')
    }
    cleanup(() => void (SealVerification.withTrail = withTrail))
    const folder = await mkdtemp(join(tmpdir(), 'verify-'))
    cleanup(() => rm(folder, { recursive: true }))
    const paths = ['a.pdf', 'b.pdf'].map((name) => join(folder, name))
    await writeFile(paths[0]!, '.')
    await writeFile(paths[1]!, sealed)
    ace.ui.switchMode('raw')
    cleanup(() => void ace.ui.switchMode('normal'))
    const command = await ace.create(Verify, paths)
    await command.exec()
    const said = command.logger.getLogs().map(({ message }) => message)
    assert.equal(command.exitCode, 1)
    assert.match(said.join('\n'), /a\.pdf cannot be checked: it takes too much.*is whole/s)
  })

  test('says what a revocation does to it, once the command has revoked its certificate', async ({
    assert,
  }) => {
    const first = new X509Certificate(
      (await inLive(acme, () => SealCredential.current(acme.name))).certificate
    )
    const platform = new Visitor(acme, null, env.get('PLATFORM_DOMAIN'))
    const { issuers } = JSON.parse((await platform.get('/.well-known/seal-roots.json')).text) as {
      issuers: Root[]
    }
    const path = issuers.find(({ isTest }) => !isTest)!.revocationList
    assert.include(first.raw.toString('latin1'), path)

    assert.equal(await revoke('--reason=superseded'), 0)
    const old = words((await check(new Visitor(acme), sealed)).text)
    assert.include(old, 'The document is whole')
    assert.include(old, 'after the document was sealed. This seal still counts')
    const next = new X509Certificate(
      (await inLive(acme, () => SealCredential.current(acme.name))).certificate
    )
    assert.notEqual(next.serialNumber, first.serialNumber)

    const { status, headers } = await platform.get(path)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/pkix-crl')
    assert.deepEqual(await listed(path), [first.serialNumber.toLowerCase()])
    assert.equal((await new Visitor(acme).get(path)).status, 200)
    for (const other of ['/crl/sca_none.crl', '/crl/..%2f..%2fetc.crl'])
      assert.equal((await platform.get(other)).status, 404, other)

    const before = words((await check(new Visitor(acme), sealed)).text)
    assert.include(before, 'The document is whole')
    // what is known of a stored file is found out anew as well
    const verdict = () =>
      inLive(acme, async () => {
        const report = await SealVerification.ofDocument((await Document.whole(id))!)
        return report!.verdict
      })
    assert.equal(await verdict(), 'whole')
    const stolen = ['--reason=key_compromise', '--since=2026-01-01T00:00:00Z']
    // what has taken its place is left alone
    assert.equal(await revoke('--again', ...stolen), 0)
    assert.deepEqual(await listed(path), [first.serialNumber.toLowerCase()])
    assert.equal((await entries(path))[0]!.reason, X509CrlReason.keyCompromise)
    assert.equal(await revoke(...stolen), 0)
    // each number once (RFC 5280, 5.1.2.6)
    assert.sameMembers(
      await listed(path),
      [first, next].map(({ serialNumber }) => serialNumber.toLowerCase())
    )
    const ofFirst = (await entries(path)).find(
      ({ serialNumber }) => serialNumber === first.serialNumber.toLowerCase()
    )
    assert.equal(ofFirst!.reason, X509CrlReason.keyCompromise)
    assert.equal(ofFirst!.revocationDate.toISOString(), '2026-01-01T00:00:00.000Z')
    // what a thief dated earlier does not count any more
    assert.equal(await verdict(), 'revoked')
    assert.notInclude(words((await check(new Visitor(acme), sealed)).text), 'The document is whole')
    const { revoked } = await acceptedRoots()
    const [known, ...others] = revocationsOf([first.serialNumber], revoked)
    assert.equal(known!.reason, 'key_compromise')
    assert.isEmpty(others)

    // milder than that is nothing any more
    assert.equal(await revoke('--reason=superseded'), 0)
    assert.equal((await entries(path)).filter((one) => one.reason === ofFirst!.reason).length, 2)
    const [entry] = await PlatformTrail.read({ limit: 1 })
    assert.equal(entry!.action, 'tenant.seal_key_revoked')
    const olga = await Visitor.as(acme)
    const log = words((await olga.get('/settings/security')).text)
    assert.include(log, 'Revoked the certificates of the seal')
  })

  test('is not revoked for a reason, a tenant or a time that makes no sense', async ({
    assert,
  }) => {
    assert.equal(await revoke(), 2)
    assert.equal(await revoke('--reason=because'), 2)
    assert.equal(await revoke('--reason=superseded', '--since=tomorrow'), 2)
    assert.equal(await revoke('--reason=superseded', '--since=2999-01-01T00:00:00Z'), 2)
  })

  async function revoke(...flags: string[]): Promise<number> {
    ace.ui.switchMode('raw')
    try {
      const command = await ace.create(SealRevoke, [acme.slug, ...flags])
      await command.exec()
      return command.exitCode ?? 0
    } finally {
      ace.ui.switchMode('normal')
    }
  }

  /** What the published list names, of this tenant. */
  async function listed(path: string): Promise<string[]> {
    return (await entries(path)).map(({ serialNumber }) => serialNumber)
  }

  async function entries(path: string): Promise<readonly X509CrlEntry[]> {
    const authority = /sca_[^.]+/.exec(path)![0]
    const list = new X509Crl((await publishedList(authority)) as Uint8Array<ArrayBuffer>)
    const issued = await inLive(acme, () => SealKey.issued())
    const own = issued.map(({ serial }) => serial)
    return list.entries.filter(({ serialNumber }) => own.includes(serialNumber))
  }
})
