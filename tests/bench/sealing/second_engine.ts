/**
 * What the second engine costs, at an upload of ten dense pages and at what was sealed of it:
 *
 *   npm run bench -- sealing/second_engine
 *
 * Processor time in the middle of many rounds, since others may use the machine. The ceilings hold on any machine: they are
 * multiples of what the same engine takes, in turns with the rest, to draw the ten pages twice at 36 dots an
 * inch and nothing else. Above one of them this ends with 1.
 */
import { Sealer, type Placement } from '#app/sealing/seal'
import { examine } from '#app/sealing/intake/examination'
import { SecondEngine } from '#app/sealing/intake/second_engine/second_engine'
import { checkStamps } from '#app/sealing/intake/second_engine/stamp_check'
import { sealOrder, STROKES } from '#tests/domain/sealing/sealing_order'
import { textPages } from '#tests/domain/sealing/text_pages'

const PAGES = 10
const ROUNDS = 40
const WARM_UP_ROUNDS = 10
const AIM_MS = 150
/** Reading, writing, a seal on trial, text and pictures of both. */
const MOST_OF_INTAKE = 3
/** A mark on every page; on one, three pages are drawn, or a few more. */
const MOST_OF_CHECK = 2

const INITIALS = { kind: 'drawn', strokes: STROKES, width: 300, height: 120 } as const

const engine = await SecondEngine.start()
const sealer = new Sealer({ maxThreads: 1, intake: { check: async () => [], expect() {} } })
const upload = await textPages(PAGES)
const { canonical } = await examine(upload, PAGES)
const onOne = await sealedWith(1)
const onAll = await sealedWith(PAGES)
await sealer.close()

const works = {
  'drawn twice, nothing else': () => draw(canonical, 2),
  'intake': () => examine(upload, PAGES),
  'check, a mark on one page': () => check(onOne),
  'check, a mark on each page': () => check(onAll),
}
type Name = keyof typeof works
const costs = new Map<Name, number[]>()
for (let round = 0; round < ROUNDS; round++) {
  for (const name of Object.keys(works) as Name[]) {
    const cost = await costOf(works[name])
    if (round >= WARM_UP_ROUNDS) costs.set(name, [...(costs.get(name) ?? []), cost])
  }
}
const figures = Object.fromEntries([...costs].map(([name, all]) => [name, middle(all)])) as Record<
  Name,
  number
>
const yardstick = figures['drawn twice, nothing else']
for (const [name, cpuMs] of Object.entries(figures)) {
  const times = (cpuMs / yardstick).toFixed(2)
  console.log(
    `${name.padEnd(28)} ${cpuMs.toFixed(0).padStart(5)} ms of processor time, ${times} times`
  )
}
console.log(`aim for intake: ${AIM_MS} ms; ceilings: ${MOST_OF_INTAKE} and ${MOST_OF_CHECK} times`)
const isWithin =
  figures.intake <= MOST_OF_INTAKE * yardstick &&
  figures['check, a mark on each page'] <= MOST_OF_CHECK * yardstick
process.exit(isWithin ? 0 : 1)

async function sealedWith(marked: number) {
  const placements = Array.from({ length: marked }, (_, index): Placement => {
    const place = { page: index + 1, x: 10, y: 10, width: 60, height: 40 }
    return { ...place, kind: 'signature', value: INITIALS }
  })
  return sealer.seal(await sealOrder(canonical, { placements }))
}

function check({ bytes, pageCount, marks }: Awaited<ReturnType<typeof sealedWith>>) {
  const file = { canonicalBytes: canonical.length, isRecord: false, isTest: false }
  checkStamps(engine, bytes, { ...file, pageCount, marks })
}

function draw(pdf: Uint8Array, times: number) {
  for (let time = 0; time < times; time++) {
    const file = engine.open(pdf)!
    for (let index = 0; index < PAGES; index++) {
      const page = file.page(index)!
      page.raster(0.5)
      page.close()
    }
    file.close()
  }
}

async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function middle(all: number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!
}
