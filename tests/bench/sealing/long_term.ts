/**
 * What proofs for the long term and a time stamp over them cost behind a seal with a time stamp, and an answer of the responder:
 *
 *   npm run bench -- sealing/long_term
 *
 * CPU is that of all threads, without asking authorities: those answer from a loopback.
 */
import { X509Certificate } from 'node:crypto'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { createAuthority, issueAuthority, issueLeaf } from '#app/sealing/certificate_authority'
import { Intake } from '#app/sealing/intake/intake'
import { publishedStatus } from '#app/sealing/long_term/published_status'
import { certificateId } from '#app/sealing/ocsp/certificate_id'
import { statusResponse } from '#app/sealing/ocsp/status_response'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { revocationList } from '#app/sealing/revocation_list'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import { LoopbackTsa } from '#tests/domain/sealing/loopback_tsa'
import { sealOrder } from '#tests/domain/sealing/sealing_order'
import { textPages } from '#tests/domain/sealing/text_pages'

const PAGES = [1, 10, 200]
const ROUNDS = 60
const WARM_UP_ROUNDS = 30
/** Each asks an authority. */
const STAMPED_ROUNDS = 40

const tsa = await LoopbackTsa.start({ isListed: true })
const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })
const intake = new Intake()
const sealer = new Sealer({
  maxThreads: 1,
  intake: { check: async () => [], expect() {} },
  timestampAuthorities: async () => new TimestampAuthority(tsa.url, { http }),
})
const at = new Date(Date.now() - 60_000)
const root = await createAuthority({ name: 'Root', isTest: false, at })
const issuing = await issueAuthority(root, { name: 'Issuing', isTest: false, at })
const terms = { tenantId: 'ten_x', tenantName: 'Acme', isTest: false, at }
const leaf = await issueLeaf(issuing, terms)
const roots = [root.certificate]
const trusted = { seals: [{ der: root.certificate, isTest: false }], timestamps: [], revoked: [] }

console.log(
  '       answer   B-LT               B-LTA    verify B-T  B-LT    B-LTA            B-LT   B-LTA'
)
console.log(
  'pages  cpu ms   wall ms  cpu ms   cpu ms       cpu ms  cpu ms  cpu ms   sealed  added  bytes'
)
for (const pages of PAGES) {
  const { canonical } = await intake.examine(await textPages(pages))
  const order = await sealOrder(canonical, { credential: leaf })
  order.signing.at = at
  order.signing.timestampUrls = [tsa.url]
  const { bytes: sealed } = await sealer.seal(order)
  const chains = await sealer.chainsOf({ sealed, roots, known: [] })
  const lists = [
    await revocationList(root, [], at),
    ...(await publishedStatus(chains.stamp, { http })).lists,
  ]
  const certificates = [...chains.seal, ...chains.stamp]
  const answer = await costOf(async () => answered())
  const proofs = { certificates, lists, answers: [await answered()] }
  const raised = await costOf(async () => {
    await sealer.chainsOf({ sealed, roots, known: [] })
    await sealer.addProofs({ sealed, roots, proofs })
  })
  const { bytes } = await sealer.addProofs({ sealed, roots, proofs })
  const proven = { file: bytes, sealedBytes: sealed.length, roots, proofs: null }
  const { bytes: archived } = await sealer.archive(proven, [tsa.url])
  const archive = await costOf(() => sealer.archive(proven, [tsa.url]), STAMPED_ROUNDS)
  const [stamped, whole, all] = [
    await costOf(async () => examineFile(sealed, trusted)),
    await costOf(async () => examineFile(bytes, trusted)),
    await costOf(async () => examineFile(archived, trusted)),
  ]
  const cells = [
    ...[String(pages).padEnd(5), ms(answer.cpuMs), ms(raised.wallMs), ms(raised.cpuMs)],
    ...[ms(archive.cpuMs), '  ', ms(stamped.cpuMs), ms(whole.cpuMs), ms(all.cpuMs)],
    ...[String(sealed.length).padStart(8), String(bytes.length - sealed.length).padStart(6)],
    String(archived.length - bytes.length).padStart(6),
  ]
  console.log(cells.join(' '))
}
await sealer.close()
await tsa.stop()
intake.close()

function answered(): Promise<Uint8Array> {
  const asked = certificateId(leaf.certificate, new X509Certificate(issuing.certificate).raw)
  const statuses = [{ asked, status: 'good' as const }]
  return statusResponse(issuing, { statuses, nonce: null, at: new Date() })
}

async function costOf(
  work: () => Promise<unknown>,
  rounds = ROUNDS
): Promise<{ wallMs: number; cpuMs: number }> {
  const costs: { wallMs: number; cpuMs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    costs.push({ wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 })
  }
  const warm = costs.slice(WARM_UP_ROUNDS).sort((a, b) => a.cpuMs - b.cpuMs)
  return warm[Math.floor(warm.length / 2)]!
}

function ms(duration: number): string {
  return duration.toFixed(2).padStart(8)
}
