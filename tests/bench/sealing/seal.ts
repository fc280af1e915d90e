/**
 * What sealing costs, against loading and saving the same file with pdf-lib and nothing else:
 *
 *   npm run bench -- sealing/seal
 *
 * Both run warm, in turns and in one run, so that the ratio holds on any machine. The seal is timed
 * from the order to the verified file in the calling thread, crossings included; CPU is that of all
 * threads, and says more on a machine that has other things to do. What the second engine's look at the result costs is measured by
 * sealing/second_engine.
 */
import { PDFDocument } from 'pdf-lib'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer } from '#app/sealing/seal'
import { sealOrder } from '#tests/domain/sealing/sealing_order'
import { textPages } from '#tests/domain/sealing/text_pages'

const PAGES = [1, 10, 200]
const ROUNDS = 120
const WARM_UP_ROUNDS = 60

interface Cost {
  wallMs: number
  cpuMs: number
}

const intake = new Intake()
const sealer = new Sealer({ maxThreads: 1, intake: { check: async () => [], expect() {} } })

console.log('       pdf-lib load+save     seal                  ratio         examine  added')
console.log('pages  wall ms  cpu ms       wall ms  cpu ms       wall   cpu    wall ms  bytes')
for (const pages of PAGES) {
  const { canonical } = await intake.examine(await textPages(pages))
  const order = await sealOrder(canonical)
  const { bytes } = await sealer.seal(order)
  const costs: Record<'bare' | 'sealed' | 'examined', Cost[]> = {
    bare: [],
    sealed: [],
    examined: [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    costs.bare.push(await costOf(async () => (await PDFDocument.load(canonical)).save()))
    costs.sealed.push(await costOf(() => sealer.seal(order)))
    costs.examined.push(await costOf(() => intake.examine(canonical)))
  }
  const bare = median(costs.bare)
  const sealed = median(costs.sealed)
  const cells = [
    String(pages).padEnd(6),
    ms(bare.wallMs),
    ms(bare.cpuMs),
    '    ',
    ms(sealed.wallMs),
    ms(sealed.cpuMs),
    '  ',
    (sealed.wallMs / bare.wallMs).toFixed(2).padStart(6),
    (sealed.cpuMs / bare.cpuMs).toFixed(2).padStart(6),
    '  ',
    ms(median(costs.examined).wallMs),
    String(bytes.length - canonical.length).padStart(7),
  ]
  console.log(cells.join(' '))
}
await sealer.close()
intake.close()

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 }
}

function median(costs: Cost[]): Cost {
  const warm = costs.slice(WARM_UP_ROUNDS)
  const middle = (pick: (cost: Cost) => number) =>
    warm.map(pick).sort((a, b) => a - b)[Math.floor(warm.length / 2)]!
  return { wallMs: middle(({ wallMs }) => wallMs), cpuMs: middle(({ cpuMs }) => cpuMs) }
}

function ms(duration: number) {
  return duration.toFixed(2).padStart(8)
}
