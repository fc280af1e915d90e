import { test } from '@japa/runner'
import { createAuthority, issueLeaf } from '#app/sealing/certificate_authority'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { Intake } from '#app/sealing/intake/intake'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import NotOurPdf from '#app/sealing/errors/not_our_pdf'
import { Sealer } from '#app/sealing/seal'
import { verifySeal } from '#app/sealing/seal_verifier'
import { onePage } from './intake/hostile_pdf.js'
import { LoopbackTsa } from './loopback_tsa.js'
import { inFolder, outsideProgram, textOf } from './outside_program.js'
import { sealOrder } from './sealing_order.js'

const HOUR_MS = 3_600_000
const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })
const intake = new Intake({ maxProcesses: 1 })
const urls = ['https://tsa.example']
const silent = { stamp: () => Promise.reject(new Error('It does not answer')) }
const sealer = new Sealer({ maxThreads: 1, intake, timestampAuthorities: async () => silent })

test.group('A time stamp that comes after the seal', (group) => {
  let tsa: LoopbackTsa
  let roots: Uint8Array[]
  let sealed: Uint8Array
  let stamped: Buffer
  let later: Sealer

  const answering = async () => new TimestampAuthority(tsa.url, { http })

  group.setup(async () => {
    tsa = await LoopbackTsa.start()
    const { canonical } = await intake.examine(onePage('', '0 0 10 10 re f'))
    const at = new Date(Date.now() - 2 * HOUR_MS)
    const authority = await createAuthority({ name: 'Root', isTest: true, at })
    roots = [authority.certificate]
    const tenant = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: true, at }
    const order = await sealOrder(canonical, { credential: await issueLeaf(authority, tenant) })
    order.signing.at = new Date(Date.now() - HOUR_MS)
    order.signing.timestampUrls = urls
    ;({ bytes: sealed } = await sealer.seal(order))
    later = new Sealer({ maxThreads: 1, timestampAuthorities: answering })
    stamped = Buffer.from((await later.stampLater(sealed, roots, urls)).bytes)
    return async () => {
      await later.close()
      await tsa.stop()
      await sealer.close()
      intake.close()
    }
  })

  test('is valid for pdfsig, which finds one signature over the total document', async ({
    assert,
  }) => {
    await inFolder({ 'a.pdf': stamped }, async (path) => {
      const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
      assert.lengthOf(output.match(/Signature is Valid\./g)!, 1)
      assert.include(output, 'Total document signed')
      assert.notInclude(output, 'Not total')
    })
  })

  test('leaves every byte that the seal covers as it was', ({ assert }) => {
    const range = /\/ByteRange \[0 +(\d+) +(\d+)/.exec(Buffer.from(sealed).toString('latin1'))!
    const [start, end] = [Number(range[1]), Number(range[2])]
    assert.lengthOf(stamped, sealed.length)
    assert.isTrue(stamped.subarray(0, start).equals(sealed.subarray(0, start)))
    assert.isTrue(stamped.subarray(end).equals(sealed.subarray(end)))
  })

  test('is foretold by the certificate', async ({ assert }) => {
    const text = (await textOf(stamped)).replace(/\s+/g, ' ')
    assert.include(text, 'No authority for time stamps answered when the file was sealed')
  })

  test('says when the file was sealed at the latest', ({ assert }) => {
    const [before, after] = [verifySeal(sealed, { roots }), verifySeal(stamped, { roots })]
    assert.containsSubset(before, { valid: true, isTimestamped: false })
    assert.containsSubset(after, { valid: true, isTimestamped: true })
    assert.isAbove(after.signedAt!.getTime() - before.signedAt!.getTime(), HOUR_MS / 2)
  })

  test('is added in a thread that has limits, so that the process goes on with other work', async ({
    assert,
    cleanup,
  }) => {
    const hurried = new Sealer({ maxThreads: 1, wallMs: 0, timestampAuthorities: answering })
    cleanup(() => hurried.close())
    await hurried.warm()
    await assert.rejects(() => hurried.stampLater(sealed, roots, urls), /it took too long/)
  })

  test('is not added to a file that was changed since it was sealed', async ({ assert }) => {
    const changed = Buffer.from(sealed)
    changed[changed.length - 300]! ^= 1
    await assert.rejects(() => later.stampLater(changed, roots, urls), NotOurPdf)
  })
})
