/**
 * How long a seal takes at each PAdES level, from the order to the verified file, and how many bytes it adds:
 *
 *   npm run bench -- sealing/levels
 *
 * The time-stamp authority answers from a loopback; `openssl ts` behind it takes its share of B-T. B-LT is B-T and the proofs behind it, which
 * are made some minutes later. `base` is a certificate of one signer and the least trail there is.
 */
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { createAuthority, issueAuthority, issueLeaf } from '#app/sealing/certificate_authority'
import { Intake } from '#app/sealing/intake/intake'
import { publishedStatus } from '#app/sealing/long_term/published_status'
import { certificateId } from '#app/sealing/ocsp/certificate_id'
import { statusResponse } from '#app/sealing/ocsp/status_response'
import { TimestampAuthorities } from '#app/sealing/pades/timestamp_authorities'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { revocationList } from '#app/sealing/revocation_list'
import { Sealer } from '#app/sealing/seal'
import { LoopbackTsa } from '#tests/domain/sealing/loopback_tsa'
import { sealOrder, type OrderOptions } from '#tests/domain/sealing/sealing_order'
import { textPages } from '#tests/domain/sealing/text_pages'
import { percentile, times } from '../flow/timing.js'

const PAGES = [1, 10, 200]
const ROUNDS = Number(process.env.ROUNDS ?? 100)
const WARM_UP = 20

const tsa = await LoopbackTsa.start({ isListed: true })
const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })
const intake = new Intake()
const sealer = new Sealer({
  maxThreads: 1,
  intake: { check: async () => [], expect() {} },
  timestampAuthorities: async (urls) =>
    new TimestampAuthorities(urls.map((url) => new TimestampAuthority(url, { http }))),
})
const at = new Date(Date.now() - 60_000)
const root = await createAuthority({ name: 'Root', isTest: false, at })
const issuing = await issueAuthority(root, { name: 'Issuing', isTest: false, at })
const leaf = await issueLeaf(issuing, { tenantId: 'ten_x', tenantName: 'Acme', isTest: false, at })
const roots = [root.certificate]

console.log('pages  level   p50 ms   p99 ms   bytes added')
for (const pages of PAGES) {
  const { canonical } = await intake.examine(await textPages(pages))
  const bare = await orderOf(canonical, [])
  const stamped = await orderOf(canonical, [tsa.url])
  const { bytes: sealed } = await sealer.seal(stamped)
  const chains = await sealer.chainsOf({ sealed, roots, known: [] })
  const asked = certificateId(leaf.certificate, issuing.certificate)
  const answer = () =>
    statusResponse(issuing, { statuses: [{ asked, status: 'good' }], nonce: null, at: new Date() })
  const lists = [
    await revocationList(root, [], at),
    ...(await publishedStatus(chains.stamp, { http })).lists,
  ]
  const raised = async () => {
    const { bytes } = await sealer.seal(stamped)
    const found = await sealer.chainsOf({ sealed: bytes, roots, known: [] })
    const proofs = {
      certificates: [...found.seal, ...found.stamp],
      lists,
      answers: [await answer()],
    }
    return sealer.addProofs({ sealed: bytes, roots, proofs })
  }
  for (const [level, work] of [
    ['B-B', () => sealer.seal(bare)],
    ['B-T', () => sealer.seal(stamped)],
    ['B-LT', raised],
  ] as const) {
    const { bytes } = await work()
    await times(WARM_UP, work)
    const taken = await times(ROUNDS, work)
    const [half, most] = [0.5, 0.99].map((share) => percentile(taken, share).toFixed(1).padStart(7))
    const added = String(bytes.length - canonical.length).padStart(12)
    console.log(`${String(pages).padEnd(6)} ${level.padEnd(6)} ${half}  ${most}  ${added}`)
  }
}
const { canonical: page } = await intake.examine(await textPages(1))
const { bytes: least } = await sealer.seal(await orderOf(page, [], { signers: 1, entries: 4 }))
console.log(`base: ${least.length - page.length} bytes`)
await sealer.close()
await tsa.stop()
intake.close()
process.exit()

async function orderOf(canonical: Uint8Array, urls: string[], options: OrderOptions = {}) {
  const order = await sealOrder(canonical, { credential: leaf, ...options })
  order.signing.at = at
  order.signing.timestampUrls = urls
  return order
}
