import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import {
  createAuthority,
  issueAuthority,
  issueLeaf,
  type Credential,
} from '#app/sealing/certificate_authority'
import { Intake } from '#app/sealing/intake/intake'
import { withProofs } from '#app/sealing/long_term/proof_revision'
import type { Proofs } from '#app/sealing/long_term/proofs'
import { publishedStatus } from '#app/sealing/long_term/published_status'
import { certificateId } from '#app/sealing/ocsp/certificate_id'
import { statusResponse, type Status } from '#app/sealing/ocsp/status_response'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { revocationList } from '#app/sealing/revocation_list'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import type { TrustedRoots } from '#app/sealing/verifier/seal_report'
import { browserExaminer } from './browser_examiner.js'
import { onePage } from './intake/hostile_pdf.js'
import { LoopbackTsa, P224_KEY } from './loopback_tsa.js'
import { inFolder, outsideProgram, rasterOf } from './outside_program.js'
import { sealOrder } from './sealing_order.js'

const HOUR_MS = 3_600_000
const TENANT = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: false }
const pem = (der: Uint8Array) => new X509Certificate(der).toString()

test.group('Proofs for the long term', (group) => {
  const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })
  const intake = new Intake({ maxProcesses: 1 })
  const at = new Date(Date.now() - HOUR_MS)
  let sealer: Sealer
  let tsa: LoopbackTsa
  let root: Credential
  let issuing: Credential
  let leaf: Credential
  let sealed: Buffer
  let roots: TrustedRoots
  let proofs: Proofs
  let raised: Buffer
  let inBrowsers: typeof examineFile

  group.setup(async () => {
    tsa = await LoopbackTsa.start({ isListed: true })
    inBrowsers = await browserExaminer()
    sealer = new Sealer({
      maxThreads: 1,
      intake,
      timestampAuthorities: async ([url]) => new TimestampAuthority(url!, { http }),
    })
    root = await createAuthority({ name: 'Root', isTest: false, at })
    issuing = await issueAuthority(root, { name: 'Issuing', isTest: false, at })
    leaf = await issueLeaf(issuing, { ...TENANT, at })
    sealed = (await sealedBy(tsa)).bytes
    roots = { seals: [{ der: root.certificate, isTest: false }], timestamps: [], revoked: [] }
    proofs = await gathered()
    raised = await raisedWith(proofs)
    return async () => {
      await sealer.close()
      await tsa.stop()
      intake.close()
    }
  })

  async function sealedBy({ url }: LoopbackTsa) {
    const { canonical } = await intake.examine(onePage('', '0 0 10 10 re f'))
    const order = await sealOrder(canonical, { credential: leaf })
    order.signing.at = at
    order.signing.timestampUrls = [url]
    return { bytes: Buffer.from((await sealer.seal(order)).bytes) }
  }

  const chains = () => sealer.chainsOf({ sealed, roots: [root.certificate], known: [] })

  async function gathered({ status = 'good' as Status, by = issuing } = {}): Promise<Proofs> {
    const { seal, stamp } = await chains()
    const asked = certificateId(leaf.certificate, issuing.certificate)
    const statuses = [{ asked, status }]
    return {
      certificates: [...seal, ...stamp],
      lists: [
        await revocationList(root, [], new Date()),
        ...(await publishedStatus(stamp, { http })).lists,
      ],
      answers: [await statusResponse(by, { statuses, nonce: null, at: new Date() })],
    }
  }

  const raisedWith = async (some: Proofs) => {
    const order = { sealed, roots: [root.certificate], proofs: some }
    return Buffer.from((await sealer.addProofs(order)).bytes)
  }

  /** As the server and as browsers see it, which must agree. */
  function said(bytes: Uint8Array) {
    const report = examineFile(bytes, roots)
    const browser = inBrowsers(bytes, roots)
    if (JSON.stringify(browser) !== JSON.stringify(report))
      throw new Error(`A browser says ${JSON.stringify(browser)}`)
    return report
  }

  const verdictOf = (bytes: Uint8Array) => {
    const { verdict, faults } = said(bytes)
    return [verdict, ...faults]
  }

  test('leave every byte of the sealed file as it was, and are whole at the level B-LT', ({
    assert,
  }) => {
    assert.isTrue(raised.subarray(0, sealed.length).equals(sealed))
    assert.isAbove(raised.length, sealed.length)
    const { verdict, faults, seal } = said(raised)
    assert.deepEqual([verdict, ...faults], ['whole'])
    assert.containsSubset(seal, { level: 'B-LT', coveredBytes: sealed.length })
    assert.equal(said(sealed).seal!.level, 'B-T')
  })

  test('leave the signature valid and the pages as they were for poppler', async ({ assert }) => {
    await inFolder({ 'a.pdf': raised }, async (path) => {
      const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
      assert.include(output, 'Signature is Valid.')
      assert.lengthOf(output.match(/Signature #\d+/g)!, 1)
    })
    const [before, after] = [await rasterOf(sealed), await rasterOf(raised)]
    assert.isTrue(before.gray.equals(after.gray))
  })

  test('convince openssl: the leaf by the answer, its issuer and the stamp by the lists', async ({
    assert,
  }) => {
    const [ownList, stampList] = proofs.lists
    const [stamping, stampRoot] = (await chains()).stamp
    const files = {
      root: pem(root.certificate),
      issuing: pem(issuing.certificate),
      leaf: pem(leaf.certificate),
      stamping: pem(stamping!),
      stampRoot: pem(stampRoot!),
      answer: proofs.answers[0]!,
      ownList: pemOfList(ownList!),
      stampList: pemOfList(stampList!),
    }
    await inFolder(files, async (path) => {
      const asked = ['-issuer', path('issuing'), '-cert', path('leaf'), '-no_nonce']
      const answered = ['-respin', path('answer'), '-CAfile', path('root')]
      const { output } = await outsideProgram('openssl', ['ocsp', ...asked, ...answered])
      assert.include(output, 'Response verify OK')
      assert.match(output, /leaf: good/)
      const verified = (name: string, trusted: string, list: string) =>
        outsideProgram('openssl', [
          ...['verify', '-x509_strict', '-crl_check', '-CAfile', path(trusted)],
          ...['-CRLfile', path(list), path(name)],
        ])
      assert.equal((await verified('issuing', 'root', 'ownList')).exitCode, 0)
      assert.equal((await verified('stamping', 'stampRoot', 'stampList')).exitCode, 0)
    })
  })

  test('are one revision with a document security store, which openssl can read', async ({
    assert,
  }) => {
    const added = raised.subarray(sealed.length).toString('latin1')
    assert.match(added, /\/Type \/DSS\n\/Certs \[[^\]]+\]\n\/CRLs \[[^\]]+\]\n\/OCSPs \[[^\]]+\]/)
    assert.lengthOf(added.match(/%%EOF/g)!, 1)
    assert.notMatch(added, /\/Type \/(?:Page|Annot|Sig|XObject)\b/)
    assert.lengthOf(new Set(proofs.certificates.map((der) => sha256(der))), 5)
  })

  test('are not made of what proves nothing', async ({ assert }) => {
    const stranger = await issueAuthority(root, { name: 'Stranger', isTest: false, at: new Date() })
    const revoked = { serial: '00', reason: 'key_compromise', revokedAt: at } as const
    const cases = {
      'an answer by another authority': await gathered({ by: stranger }),
      'a certificate that was revoked': await gathered({ status: revoked }),
      'a number that is not known': await gathered({ status: 'unknown' }),
      'no answer': { ...proofs, answers: [] },
      'no list': { ...proofs, lists: [] },
      'a certificate of somebody else': {
        ...proofs,
        certificates: [...proofs.certificates, stranger.certificate],
      },
      'a list too many': {
        ...proofs,
        lists: [...proofs.lists, await revocationList(stranger, [], new Date())],
      },
      'noise': { ...proofs, answers: [Buffer.from('noise')] },
    }
    for (const [what, some] of Object.entries(cases)) {
      await assert.rejects(() => raisedWith(some))
      const forged = withProofs(sealed, some)
      assert.deepEqual(verdictOf(forged), ['altered', ...PROOFS_ADDED], what)
    }
  })

  test('are whole with a list whose name of its issuer is written in other words', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => tsa.publish())
    await tsa.publish({ by: await tsa.rename('/CN=LOOPBACK  time stamps') })
    const { verdict, seal } = said(await raisedWith(await gathered()))
    assert.deepEqual([verdict, seal!.unprovenAuthorities], ['whole', []])
    await tsa.publish({ by: await tsa.rename('/CN=Loopback timestamps') })
    await assert.rejects(gathered, /not by its issuer/)
  })

  test('are whole with a list that is signed with SHA-1, which proves nothing', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => tsa.publish())
    await tsa.publish({ digest: 'sha1' })
    await assert.rejects(gathered, /not by its issuer/)
    const list = await readFile(tsa.path('list.crl'))
    const { verdict, faults, seal } = said(
      withProofs(sealed, { ...proofs, lists: [proofs.lists[0]!, list] })
    )
    assert.deepEqual([verdict, ...faults], ['whole'])
    assert.containsSubset(seal, {
      level: 'B-LT',
      unprovenAuthorities: ['CN=Loopback time stamps, unit 1'],
    })
    const ours = [
      { ...proofs, lists: [list, proofs.lists[1]!] },
      { ...proofs, lists: [list] },
    ]
    for (const some of ours) assert.equal(verdictOf(withProofs(sealed, some))[0], 'altered')
  })

  for (const [how, signing] of [
    ['that is signed with SHA-1', { digest: 'sha1' }],
    ['by a responder whose certificate is signed with SHA-1', { signing: ['-sha1'] }],
    ['by a responder on a curve that browsers lack', { key: P224_KEY }],
  ] as const)
    test(`are whole with an answer ${how}, which proves nothing`, async ({ assert, cleanup }) => {
      const answering = await LoopbackTsa.start({ isAnswered: true })
      cleanup(() => answering.stop())
      const { bytes } = await sealedBy(answering)
      const trusted = { sealed: bytes, roots: [root.certificate] }
      const { stamp } = await sealer.chainsOf({ ...trusted, known: [] })
      const good = await publishedStatus(stamp, { http })
      const raisedBy = ({ answers }: Pick<Proofs, 'answers'>) =>
        withProofs(bytes, {
          certificates: [...proofs.certificates.slice(0, 3), ...stamp],
          lists: [proofs.lists[0]!],
          answers: [...proofs.answers, ...answers],
        })
      assert.deepEqual(said(raisedBy(good)).seal!.unprovenAuthorities, [])
      await answering.answerWith(signing)
      await assert.rejects(() => publishedStatus(stamp, { http }), /not by its issuer/)
      const answers = [await readFile(answering.path('answer'))]
      const { verdict, faults, seal } = said(raisedBy({ answers }))
      assert.deepEqual([verdict, ...faults], ['whole'])
      assert.containsSubset(seal, {
        level: 'B-LT',
        unprovenAuthorities: ['CN=Loopback time stamps, unit 1'],
      })
    })

  test('count if the certificate was revoked later', async ({ assert }) => {
    const revokedAt = new Date(Date.now() + HOUR_MS)
    const status = { serial: '00', reason: 'superseded', revokedAt } as const
    assert.deepEqual(verdictOf(await raisedWith(await gathered({ status }))), ['whole'])
  })

  test('are told from anything else that stands behind a seal', ({ assert }) => {
    const end = raised.length
    const tail = raised.subarray(sealed.length).toString('latin1')
    const changed = (from: string | RegExp, to: string) =>
      Buffer.concat([sealed, Buffer.from(tail.replace(from, to), 'latin1')])
    const cases = {
      'a byte after it': Buffer.concat([raised, Buffer.from('\n')]),
      'a second time': withProofs(raised, proofs),
      'another page tree': changed(/\/Pages \d/, '/Pages 9'),
      'something to do when it opens': changed('/Type /DSS\n', '/Type /DSS\n/A 1\n'),
      'a byte of an answer': flipped(raised, end - 3_000),
    }
    for (const [what, bytes] of Object.entries(cases))
      assert.equal(verdictOf(bytes)[0], 'altered', what)
  })

  test('do not save a seal that was changed', ({ assert }) => {
    assert.equal(verdictOf(flipped(raised, 400))[0], 'altered')
  })

  test('are not for a seal without a time stamp', async ({ assert }) => {
    const { canonical } = await intake.examine(onePage())
    const order = await sealOrder(canonical, { credential: leaf })
    order.signing.at = at
    const { bytes } = await sealer.seal(order)
    const asked = { sealed: bytes, roots: [root.certificate] }
    await assert.rejects(() => sealer.chainsOf({ ...asked, known: [] }), /has no time stamp/)
    await assert.rejects(() => sealer.addProofs({ ...asked, proofs }), /has no time stamp/)
  })

  test('wait where an authority for time stamps does not publish what it names', async ({
    assert,
  }) => {
    const { stamp } = await chains()
    const away = { request: async () => ({ status: 503, truncated: false, body: Buffer.alloc(0) }) }
    await assert.rejects(() => publishedStatus(stamp, { http: away as never }), /status 503/)
    const own = await readFile(tsa.path('list.crl'))
    own[own.length - 5]! ^= 1
    const forged = { request: async () => ({ status: 200, truncated: false, body: own }) }
    await assert.rejects(
      () => publishedStatus(stamp, { http: forged as never }),
      /not by its issuer/
    )
  })
})

const PROOFS_ADDED = ['appended', 'proofs_added']

function flipped(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[place]! ^= 1
  return changed
}

function sha256(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex')
}

function pemOfList(der: Uint8Array): string {
  const text = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN X509 CRL-----\n${text}\n-----END X509 CRL-----\n`
}
