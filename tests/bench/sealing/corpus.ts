/**
 * What becomes of a folder of PDFs, each as an upload that is sealed with a mark on its first page, checked by the second engine, by our
 * verifier and by pdfsig, and drawn beside the original by poppler:
 *
 *   npm run bench -- sealing/corpus FOLDER [results.csv]
 *
 * Each line of the CSV is a file; the summary counts outcomes. A file is `sealed`, `refused` for a reason that its sender is told, or
 * `failed`, which is for us to mend.
 */
import { createWriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRefusal } from '#app/foundation/refusal'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import { inFolder, outsideProgram, rasterOf } from '#tests/domain/sealing/outside_program'
import { sealOrder, testAuthority } from '#tests/domain/sealing/sealing_order'
import { percentile } from '../flow/timing.js'

const COLUMNS = [
  ...['file', 'bytes', 'outcome', 'reason', 'pages', 'examine_ms', 'seal_ms', 'sealed_bytes'],
  ...['pdfsig', 'verdict', 'differing'],
] as const
/** At which poppler draws both, and how much a person notices. */
const DPI = 36
const NOTICED = 32

type Line = Record<(typeof COLUMNS)[number], string | number>

const NOTHING = {
  ...{ pages: '', examine_ms: '', seal_ms: '', sealed_bytes: '', pdfsig: '', verdict: '' },
  differing: '',
}

const [folder, results = 'corpus.csv'] = process.argv.slice(2)
if (!folder) throw new Error('Name a folder of PDFs')
const intake = new Intake({ maxProcesses: 1 })
const sealer = new Sealer({ maxThreads: 1, intake })
const { certificate } = await testAuthority()
const roots = { seals: [{ der: certificate, isTest: true }], timestamps: [], revoked: [] }
const names = (await readdir(folder, { recursive: true })).filter((name) => /\.pdf$/i.test(name))
const csv = createWriteStream(results)
csv.write(`${COLUMNS.join(',')}\n`)
const lines: Line[] = []
for (const name of names.toSorted()) {
  const line = await lineOf(name, await readFile(join(folder, name)))
  lines.push(line)
  csv.write(`${COLUMNS.map((column) => cell(line[column])).join(',')}\n`)
}
csv.end()
summarise()
intake.close()
await sealer.close()
process.exit()

async function lineOf(file: string, upload: Buffer): Promise<Line> {
  const line: Line = { file, bytes: upload.length, outcome: 'failed', reason: '', ...NOTHING }
  const from = performance.now()
  try {
    const examined = await intake.examine(upload)
    line.examine_ms = Math.round(performance.now() - from)
    const { canonical, pageCount, pages, signatures } = examined
    line.pages = pageCount
    const order = await sealOrder(canonical, { placements: [markOn(pages[0]!)] })
    const sealing = performance.now()
    const { bytes } = await sealer.seal({ ...order, isSignedBefore: signatures.length > 0 })
    line.seal_ms = Math.round(performance.now() - sealing)
    line.sealed_bytes = bytes.length
    const { verdict, faults } = examineFile(bytes, roots)
    line.verdict = [verdict, ...faults].join(' ')
    line.pdfsig = await pdfsig(bytes)
    line.differing = await differing(upload, bytes, pages[0]!)
    line.outcome = 'sealed'
  } catch (error) {
    line.reason = (error as Error).message.slice(0, 200)
    if (isRefusal(error)) line.outcome = 'refused'
  }
  return line
}

/** Near the bottom, as small as a name may be. */
function markOn({ width, height }: { width: number; height: number }) {
  const size = { width: Math.min(120, width * 0.6), height: Math.min(14, height * 0.3) }
  const at = { x: width * 0.05, y: Math.max(0, height * 0.95 - size.height) }
  return { page: 1, ...at, ...size, kind: 'text' as const, value: 'Jane Doe' }
}

function pdfsig(bytes: Uint8Array): Promise<string> {
  return inFolder({ 'a.pdf': bytes }, async (path) => {
    const { output } = await outsideProgram('pdfsig', ['-nocert', path('a.pdf')])
    const last = output.slice(output.lastIndexOf('Signature #'))
    const isValid = /Signature is Valid/.test(last)
    return isValid && /Total document signed/.test(last)
      ? 'valid, total'
      : isValid
        ? 'valid, not total'
        : 'not valid'
  })
}

/** Pixels of the first page that a person would notice, outside the mark; -1 where poppler draws one of the two in another size. */
async function differing(
  upload: Uint8Array,
  sealed: Uint8Array,
  page: { width: number; height: number }
) {
  const [before, after] = await Promise.all(
    [upload, sealed].map((pdf) => rasterOf(pdf, 1, DPI).catch(() => null))
  )
  if (!before || !after || before.width !== after.width || before.height !== after.height) return -1
  const top = Math.floor((markOn(page).y / page.height) * before.height) - 2
  let count = 0
  for (let at = 0; at < before.width * Math.max(0, top); at++)
    if (Math.abs(before.gray[at]! - after.gray[at]!) > NOTICED) count++
  return count
}

function summarise() {
  const count = (pick: (line: Line) => boolean) => lines.filter(pick).length
  const sealed = lines.filter(({ outcome }) => outcome === 'sealed')
  const times = (column: 'examine_ms' | 'seal_ms') =>
    [0.5, 0.99]
      .map((share) =>
        percentile(
          sealed.map((line) => Number(line[column])),
          share
        )
      )
      .join(' / ')
  console.log(
    `${lines.length} files: ${sealed.length} sealed, ${count(({ outcome }) => outcome === 'refused')} refused, ${count(({ outcome }) => outcome === 'failed')} failed`
  )
  console.log(
    `of those sealed: ${count(({ pdfsig: said }) => said === 'valid, total')} valid and total to pdfsig, ${count(({ verdict }) => verdict === 'whole')} whole to us`
  )
  console.log(
    `first pages drawn by poppler: ${sealed.filter(({ differing: pixels }) => pixels === 0).length} the same, ${sealed.filter(({ differing: pixels }) => Number(pixels) > 0).length} with pixels that differ, ${sealed.filter(({ differing: pixels }) => pixels === -1).length} of another size`
  )
  console.log(
    `p50 / p99 ms: examined ${times('examine_ms')}, sealed and looked at ${times('seal_ms')}`
  )
  for (const outcome of ['refused', 'failed'] as const) {
    const reasons = Map.groupBy(
      lines.filter((line) => line.outcome === outcome),
      ({ reason }) => String(reason).replace(/\d+/g, 'n')
    )
    for (const [reason, some] of [...reasons].sort(([, a], [, b]) => b.length - a.length))
      console.log(`${outcome} ${String(some.length).padStart(4)}  ${reason}`)
  }
}

function cell(value: string | number): string {
  return /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)
}
