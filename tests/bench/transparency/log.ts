/**
 * The public log of a cell with a million documents: what binding and publishing their links takes, how long and how large a proof
 * of one entry is, what checking it costs, and what it takes to show a new head to a witness:
 *
 *   npm run bench -- transparency/log
 *
 * DOCUMENTS, and LINKS that each leaves; CHECKPOINTS that follow with one link each, as a month has 4,300. The links before them stand in
 * checkpoints as full as there are (100,000), the slowest place to prove anything in. Half of all proofs are of those. The witness is a
 * process of its own, `log:witness`.
 */
import { rm } from 'node:fs/promises'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApplication } from '../support/bench_application.js'
import { percentile, times } from '../flow/timing.js'

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 1_000_000)
const LINKS = Number(process.env.LINKS ?? 8)
const CHECKPOINTS = Number(process.env.CHECKPOINTS ?? 4_300)
const PROOFS = 400
const HEADS = 20
const ORIGIN = 'platform.test/log/main'

await startApplication()
const { Cell } = await import('#app/tenancy/cell')
const { CurrentTenant } = await import('#app/tenancy/current_tenant')
const { roleName } = await import('#app/tenancy/tenant_ref')
const { CheckpointKey } = await import('#app/audit/checkpoints/checkpoint_key')
const { Checkpoints } = await import('#app/audit/checkpoints/checkpoints')
const { TransparencyLog } = await import('#app/audit/transparency/transparency_log')
const { faultOfProof } = await import('#app/audit/transparency/inclusion_proof')
const { proofOfEntry } = await import('#app/audit/transparency/proof_of_entry')
const { askWitnesses } = await import('#app/audit/transparency/witnesses')
const { PublicHttp } = await import('#app/foundation/outbound/public_http')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { WitnessProcess } = await import('#tests/support/log_witness')
const { superuserOf } = await import('#tests/support/superuser')

const cell = Cell.named('main')
const tenant = await makeTenant({ name: 'Notary' })
const superuser = await superuserOf(cell.database)
const logKey = (await CheckpointKey.current()).noteVerifier(ORIGIN)

await leaveLinks('doc', DOCUMENTS, LINKS)
const full = await bind()
console.log(
  `${DOCUMENTS * LINKS} links of ${DOCUMENTS} documents: bound by ${full.count} checkpoints, each in ${each(full.bound, full.count)} ms, published in ${each(full.published, full.count)} ms`
)
const single = { bound: 0, published: 0 }
for (let number = 0; number < CHECKPOINTS; number += 1) {
  await leaveLinks(`late${number}`, 1, 1)
  single.bound += await took(() => Checkpoints.take(cell))
}
single.published = await took(() => TransparencyLog.grow(cell, ORIGIN))
console.log(
  `${CHECKPOINTS} more checkpoints of one link: each bound in ${each(single.bound, CHECKPOINTS)} ms, published in ${each(single.published, CHECKPOINTS)} ms`
)

const inFull = () => proof(`doc${random(DOCUMENTS)}`, random(LINKS))
const inSingle = () => proof(`late${random(CHECKPOINTS) - 1}1`, 1)
for (const [name, ask] of [
  ['in a full checkpoint', inFull],
  ['in one of a single link', inSingle],
] as const) {
  await times(PROOFS / 10, ask)
  const bytes: number[] = []
  const checks: number[] = []
  const taken = await times(PROOFS, async () => {
    const made = await ask()
    bytes.push(JSON.stringify(made).length)
    const from = performance.now()
    const fault = faultOfProof(made, logKey)
    checks.push(performance.now() - from)
    if (fault) throw new Error(fault)
  })
  console.log(
    `a proof of an entry ${name}: p50 ${ms(taken, 0.5)} ms, p99 ${ms(taken, 0.99)} ms, ${percentile(bytes, 0.5)} bytes; checked in ${ms(checks, 0.5)} ms without network or database`
  )
}

const folder = mkdtempSync(join(tmpdir(), 'log-'))
const witness = await WitnessProcess.start(folder, String(logKey))
try {
  const first = await took(() => show())
  const next: number[] = []
  for (let head = 0; head < HEADS; head += 1) {
    await leaveLinks(`last${head}`, 1, 1)
    await Checkpoints.take(cell)
    await TransparencyLog.grow(cell, ORIGIN)
    next.push(await took(() => show()))
  }
  console.log(
    `a witness signs its first head after ${first.toFixed(0)} ms, each that follows after ${ms(next, 0.5)} ms (p50; reading the log, two requests, its key in a file)`
  )
} finally {
  await witness.stop()
  await rm(folder, { recursive: true })
}
await superuser.end()
process.exit()

/** As the trails of documents leave them, all of one tenant. */
async function leaveLinks(name: string, documents: number, links: number): Promise<void> {
  await superuser.query(
    `insert into cell.chain_log (scope, chain, sequence, hash)
      select $1, $2 || document, link, encode(sha256(convert_to(document || '/' || link, 'UTF8')), 'hex')
        from generate_series(1, $3) document, generate_series(1, $4) link`,
    [roleName(tenant.id, 'live'), name, documents, links]
  )
}

/** All links that stand there, with how long both steps took in ms. */
async function bind(): Promise<{ count: number; bound: number; published: number }> {
  let count = 0
  const bound = await took(async () => {
    while (await Checkpoints.take(cell)) count += 1
  })
  return { count, bound, published: await took(() => TransparencyLog.grow(cell, ORIGIN)) }
}

function proof(chain: string, sequence: number) {
  return CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
    proofOfEntry(chain, sequence)
  )
}

function show(): Promise<void> {
  const http = new PublicHttp({ allowPrivate: new Set(['witness']) })
  return askWitnesses(cell, [witness.witness], http)
}

/** From 1 on. */
function random(upTo: number): number {
  return 1 + Math.floor(Math.random() * upTo)
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

function each(total: number, count: number): string {
  return (total / count).toFixed(1)
}

function ms(taken: readonly number[], share: number): string {
  return percentile(taken, share).toFixed(1)
}
