/**
 * POST documents with two signers: how long it takes, how many a second, and how long others wait meanwhile:
 *
 *   node --import=@poppinss/ts-exec tests/bench/flow/create_and_send.ts
 *
 * Environment variables as for the tests. Web, worker, PostgreSQL and Redis share the machine with this load. The ceiling is what
 * pdf-lib alone takes to load and save the same file, which every upload goes through.
 */
import { PDFDocument } from 'pdf-lib'
import { Installation } from './installation.js'
import { contract, send, type Contract } from './contract.js'
import { atOnce, report, times } from './timing.js'

const ALONE = Number(process.env.ROUNDS ?? 60)
const TOGETHER = 160

const installation = await Installation.start()
for (const made of await Promise.all([1, 10].map(contract))) {
  await times(20, () => send(installation, made))
  const bare = await times(ALONE, () => bareSave(made))
  const cpu = installation.cpu()
  const alone = await times(ALONE, () => send(installation, made))
  console.log(
    report(`${made.pages} pages, alone`, alone, bare),
    `· ${(((installation.cpu() - cpu) * 1000) / ALONE).toFixed(1)} ms CPU of web and worker`
  )
  for (const count of [4, 16]) {
    const started = performance.now()
    const together = await atOnce(count, TOGETHER, () => send(installation, made))
    const rate = (TOGETHER * 1000) / (performance.now() - started)
    console.log(
      report(`${made.pages} pages, ${count} at once`, together, bare),
      `· ${rate.toFixed(1)} /s`
    )
  }
  const calm = await installation.longestWait(
    () => new Promise((resolve) => setTimeout(resolve, 1_000))
  )
  const busy = await installation.longestWait(() => times(ALONE, () => send(installation, made)))
  console.log(
    `${made.pages} pages: others wait at most ${busy.toFixed(0)} ms (${calm.toFixed(0)} ms when nothing is sent)`
  )
}
installation.stop()
process.exit()

async function bareSave({ file }: Contract): Promise<void> {
  const pdf = await PDFDocument.load(file)
  await pdf.save()
}
