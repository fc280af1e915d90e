import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import { unpackedIn } from '#app/signing/evidence_package/unpacked_package'
import { SealHierarchy } from '#app/signing/seal/seal_hierarchy'
import { Signing } from '#app/signing/signing'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makePacket } from '#tests/factories/packet_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { EvidenceFolder } from '#tests/support/evidence_folder'
import { doWork } from '#tests/support/inline_work'
import { aceProcess } from '#tests/support/node_process'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'

const CLIENT = { ipAddress: '203.0.113.99', userAgent: 'Test/1.0' }
const TEXT = 'Is the garage included?'
const ANSWER = { text: 'The cellar alone.', author: { name: 'Paul', email: 'paul@example.test' } }

test.group('The evidence package | what its README says', (group) => {
  let acme: Tenant
  let olga: Visitor
  let client: ApiClient

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
    olga = await Visitor.as(acme)
    client = await ApiClient.of(acme, 'live', {
      scopes: ['documents:read', 'documents:write', 'audit:read', 'values:read'],
    })
  })

  const finish = async (id: string) => {
    await sign(acme, id, ANA.email!)
    await doWork(acme, 'seal')
  }
  /** One that Ana asked about, and that was answered. */
  const asked = async (): Promise<string> => {
    const document = await inLive(acme, () => makeDocument({ signers: [ANA] }))
    const link = await SigningLink.of(acme, document)
    await link.submit('/ask', { kind: 'question', message: TEXT })
    await link.submit('/ask', { kind: 'paper', message: 'I have no printer' })
    const path = `/api/v1/documents/${document.id}/questions`
    const [{ id }] = (await client.get(path)).body.data as { id: string }[]
    await client.post(`${path}/${id}/answer`, ANSWER)
    return document.id
  }
  type Cleanup = Parameters<typeof EvidenceFolder.of>[1]
  const folderOf = async (id: string, cleanup: Cleanup) =>
    EvidenceFolder.of((await olga.get(`/documents/${id}/evidence.zip`)).bytes, cleanup)
  const actionsOf = async (id: string) => {
    const { body } = await client.get(`/api/v1/documents/${id}/audit?limit=100`)
    return (body.data as { action: string }[]).map(({ action }) => action)
  }

  test('is true: each command runs as it is written, in every kind of package', async ({
    assert,
    cleanup,
  }) => {
    const signed = await asked()
    await finish(signed)
    const packet = await inLive(acme, () => makePacket())
    await finish(packet.id)
    const open = await inLive(acme, () => makeDocument())
    // a seal leads to the root below which it was made, also after a rotation
    await SealHierarchy.rotate('live', { withRoot: true, actor: SYSTEM })
    const later = await asked()
    await finish(later)
    const seals: string[] = []
    for (const id of [signed, packet.id, open.id, later]) {
      const folder = await folderOf(id, cleanup)
      const commands = await folder.commands()
      assert.isAtLeast(commands.length, 7)
      const said: string[] = []
      for (const command of commands) said.push(await folder.run(command))
      const all = said.join('\n')
      for (const expected of [
        /: OK$/m,
        /Signature is Valid/,
        /sha256 Fingerprint=/i,
        /issuing(?:-\d+)?\.pem: OK/,
        /verify OK/,
        /Response verify OK/,
        /Cert Status: good/,
        /\d+ entries, the last with the hash [0-9a-f]{64}/,
      ])
        assert.match(all, expected, id)
      const readme = await folder.text('README.txt')
      const [root] = /(?<=-CAfile )authority\/root\S*/.exec(readme)!
      if (folder.names.includes('sealed.pdf')) {
        seals.push(root!)
        const sealed = await readFile(join(folder.path, 'sealed.pdf'), 'latin1')
        const { raw } = new X509Certificate(await folder.text(root!))
        assert.include(sealed, raw.toString('hex'), `of ${id} at the top`)
        const [number] = /(?<=seal-)[0-9a-f]+(?=\.ocsp -text)/.exec(readme)!
        assert.include(sealed, number!, `of ${id}, asked about`)
      }
      const [inTrail, inCertificate] = readme.match(/^ {3}[0-9a-f]{64}$/gm)!
      assert.include(all, inTrail.trim())
      const printed = await folder.run('pdftotext -layout certificate.pdf -')
      assert.include(printed, inCertificate.trim())
      // what it lists is there, and what is there it lists
      const listed = folder.names.filter((one) => one !== 'README.txt' && !one.includes('/'))
      for (const name of listed) assert.include(readme, name)
    }
    assert.lengthOf(new Set(seals), 2)
  })

  test('is true where a person was erased who is no longer asked, and the package says that they were', async ({
    assert,
    cleanup,
  }) => {
    const former = { ...ANA, name: 'Mistaken Person', email: 'mistaken@example.test' }
    const { id, signers } = await inLive(acme, () => makeDocument({ signers: [former] }))
    const right = { name: ANA.name, email: ANA.email }
    await inLive(acme, () => Document.reference(id).correct(signers[0].id, right, OLGA))
    await inLive(acme, () => Document.reference(id).erasePerson(former.email, OLGA))
    await finish(id)
    const folder = await folderOf(id, cleanup)
    for (const command of await folder.commands()) await folder.run(command)
    const { code, output } = await aceProcess(['verify', folder.path])
    assert.equal(code, 0, output)
    const printed = await folder.run('pdftotext -layout certificate.pdf -')
    const texts = [printed, await folder.run('pdftotext -layout sealed.pdf -')]
    for (const text of texts) assert.include(text, 'Personal data erased')
    const trails = ['audit-trail.json', 'audit-trail.csv'].map((name) => folder.text(name))
    for (const text of [...texts, ...(await Promise.all(trails))])
      assert.notMatch(text, /mistaken/i)
  })

  test('holds nothing that our own command would not find whole, and it names what somebody changed', async ({
    assert,
    cleanup,
  }) => {
    const { id } = await inLive(acme, () => makePacket())
    await finish(id)
    const folder = await folderOf(id, cleanup)
    const verified = async (...args: string[]) => aceProcess(['verify', folder.path, ...args])
    const whole = await verified()
    assert.equal(whole.code, 0, whole.output)
    assert.match(whole.output, /✔ \d+ files? agrees? with SHA256SUMS, which is not signed/)
    const pdfs = folder.names.filter((name) =>
      /^(?:files\/sealed\/.*|certificate|sealed)\.?.*pdf$/.test(name)
    )
    for (const name of pdfs) assert.include(whole.output, name)
    assert.lengthOf(whole.output.match(/The document is whole/g)!, pdfs.length)
    const lines = (await verified('--json')).output.split('\n').filter((line) => line[0] === '{')
    const reports = lines.map((line) => JSON.parse(line) as { file?: string; verdict?: string })
    const verdicts = reports.flatMap(({ file, verdict }) => (file ? [verdict] : []))
    assert.deepEqual(
      verdicts,
      pdfs.map(() => 'whole')
    )

    await folder.run(`printf '1 0 obj' >> certificate.pdf; rm original.pdf`)
    const altered = await verified()
    assert.equal(altered.code, 1)
    assert.include(altered.output, 'certificate.pdf is not the file that was packed')
    assert.include(altered.output, 'original.pdf is missing')
    assert.include(altered.output, 'The document was altered')
  })

  test('has our own command read no file that a package of somebody’s making leads to', async ({
    assert,
    cleanup,
  }) => {
    const id = await asked()
    const folder = await folderOf(id, cleanup)
    const sums = await folder.text('SHA256SUMS')
    const zeros = '0'.repeat(64)
    await folder.run('mkfifo pipe; ln -s /etc/hostname link; mkdir folder')
    const made = ['pipe', 'link', 'folder', '../outside', 'nowhere']
    const lines = made.map((name) => `${name === 'link' ? '@' : zeros}  ${name}`).join('\n')
    const [hash] = (await folder.run('sha256sum /etc/hostname')).split(' ')
    await folder.write('SHA256SUMS', `${sums}${lines.replace('@', hash!)}\n`)
    const { changed, missing, same } = await unpackedIn(folder.path)
    const names = (paths: string[]) => paths.map((path) => relative(folder.path, path)).toSorted()
    assert.deepEqual(names(changed), ['../outside', 'folder', 'link', 'pipe'])
    assert.deepEqual(names(missing), ['nowhere'])
    assert.equal(same, sums.trim().split('\n').length)
  })

  test('has questions and answers in words, which the trail commits to', async ({
    assert,
    cleanup,
  }) => {
    const id = await asked()
    const folder = await folderOf(id, cleanup)
    const { questions } = await folder.json<{ questions: Question[] }>('questions.json')
    const [first, second, ...more] = questions
    assert.lengthOf(more, 0)
    assert.containSubset(first, {
      kind: 'question',
      question: { text: TEXT, by: { name: ANA.name, email: ANA.email } },
      answer: { text: ANSWER.text, by: ANSWER.author },
    })
    assert.containSubset(second, { kind: 'paper', answer: null })
    const said = await folder.run('python3 check_trail.py')
    assert.include(said, '3 questions and answers, in the words that the trail commits to')
    assert.include(await actionsOf(id), 'questions.disclosed')
    for (const name of ['audit-trail.json', 'audit-trail.csv', 'README.txt'])
      assert.notMatch(await folder.text(name), /garage|cellar/)
    assert.notMatch(await folder.run('pdftotext certificate.pdf -'), /garage|cellar/)
  })

  test('finds words, a name or an entry that somebody has changed', async ({ assert, cleanup }) => {
    const folder = await folderOf(await asked(), cleanup)
    const whole = await folder.text('questions.json')
    for (const [from, to] of [
      [/"text": "Is the garage/, '"text": "Is the cellar'],
      [/garage/g, 'cellar'],
      [/"entry": (\d+)/, '"entry": 1'],
    ] as const) {
      await folder.write('questions.json', whole.replace(from, to))
      await assert.rejects(() => folder.run('python3 check_trail.py'), /Wrong: entry \d+ tells of/)
    }
    await folder.write('questions.json', whole)
    const trail = await folder.text('audit-trail.json')
    await folder.write('audit-trail.json', trail.replace(/Ana Buyer/, 'Eve Buyer'))
    await assert.rejects(() => folder.run('python3 check_trail.py'), /Wrong: entry \d+ has another/)
  })

  test('can be handed on without the words: the rest is checked as it says', async ({
    assert,
    cleanup,
  }) => {
    const folder = await folderOf(await asked(), cleanup)
    await folder.run('rm questions.json')
    const readme = await folder.text('README.txt')
    const [check] = /sha256sum --check --ignore-missing SHA256SUMS/.exec(readme)!
    assert.match(await folder.run(check), /original\.pdf: OK/)
    assert.match(await folder.run('python3 check_trail.py'), /entries, the last with the hash/)
    const { code, output } = await aceProcess(['verify', folder.path])
    assert.equal(code, 0, output)
    assert.notInclude(output, 'questions.json')
  })

  test('finds a message or an answer that somebody has left out', async ({ assert, cleanup }) => {
    const folder = await folderOf(await asked(), cleanup)
    const whole = await folder.json<{ questions: Question[] }>('questions.json')
    const [first, second] = whole.questions as [Question, Question]
    for (const questions of [
      [],
      [first],
      [second],
      [{ ...first, answer: null }, second],
      [first, first],
    ]) {
      await folder.write('questions.json', JSON.stringify({ ...whole, questions }))
      await assert.rejects(
        () => folder.run('python3 check_trail.py'),
        /Wrong: entry \d+ is about words that questions\.json lacks/
      )
    }
  })

  test('has no words of a person who was erased, and finds that others are left out', async ({
    assert,
    cleanup,
  }) => {
    const id = await asked()
    await inLive(acme, async () => {
      const reference = Document.reference(id)
      const [{ id: signerId }] = (await Document.whole(id))!.signers
      await reference.correct(signerId, { name: 'Eve Exact', email: 'eve@example.test' }, OLGA)
      await new Signing(id, signerId, CLIENT).ask('question', 'Is the garden mine?')
      await reference.erasePerson(ANA.email!, OLGA)
    })
    const folder = await folderOf(id, cleanup)
    const whole = await folder.text('questions.json')
    assert.include(whole, 'garden')
    assert.notMatch(whole, /garage|cellar|printer/)
    assert.include(await folder.run('python3 check_trail.py'), '1 questions and answers')
    await folder.write('questions.json', JSON.stringify({ ...JSON.parse(whole), questions: [] }))
    await assert.rejects(() => folder.run('python3 check_trail.py'), /that questions\.json lacks/)
  })

  test('has no words for a key that may not read values, and says so', async ({
    assert,
    cleanup,
  }) => {
    const id = await asked()
    const blind = await ApiClient.of(acme, 'live', { scopes: ['documents:read', 'audit:read'] })
    const path = `/api/v1/documents/${id}/evidence`
    const before = (await actionsOf(id)).filter((action) => action === 'questions.disclosed')
    const folder = await EvidenceFolder.of((await blind.get(path)).bytes, cleanup)
    assert.notInclude(folder.names, 'questions.json')
    assert.include(
      await folder.text('README.txt'),
      'the reader that this package was made for may not read it'
    )
    const after = (await actionsOf(id)).filter((action) => action === 'questions.disclosed')
    assert.deepEqual(after, before)
    const seeing = await EvidenceFolder.of((await client.get(path)).bytes, cleanup)
    assert.include(seeing.names, 'questions.json')
    const silent = await inLive(acme, () => makeDocument())
    const none = await folderOf(silent.id, cleanup)
    assert.notInclude(none.names, 'questions.json')
    assert.notInclude(await none.text('README.txt'), 'wrote to the sender')
  })

  test('is refused where words are not those of the trail, and gone with the document', async ({
    assert,
  }) => {
    const id = await asked()
    const text = 'update signer_questions set content = $2 where document_id = $1'
    await inLive(acme, () => CurrentTenant.batch([{ text, values: [id, Buffer.alloc(60)] }]))
    const refused = await client.get(`/api/v1/documents/${id}/evidence`)
    assert.deepEqual([refused.status, refused.body.error?.code], [500, 'evidence_contradicted'])
    await inLive(acme, async () => {
      await Document.reference(id).void({ by: OLGA })
      await Document.reference(id).erase({ by: OLGA, reason: 'request' })
    })
    assert.equal((await client.get(`/api/v1/documents/${id}/evidence`)).status, 410)
  })
})

interface Question {
  kind: string
  question: object
  answer: object | null
}
