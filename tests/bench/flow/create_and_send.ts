/**
 * POST documents with two signers: how long it takes, how many a second, and how long others wait meanwhile:
 *
 *   npm run bench -- flow/create_and_send
 *
 * ROUNDS and AT_ONCE=1,16,64 for others than these, PROF=<folder> for profiles of web and worker.
 * Web, worker, PostgreSQL and Redis share the machine with this load. What they do is counted until nothing is left to be done. The
 * ceiling is what pdf-lib alone takes to load and save the same file, which every upload goes through.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { PDFDocument } from 'pdf-lib'
import { Installation } from './installation.js'
import { contract, send, type Contract } from './contract.js'
import { atOnce, report, times } from './timing.js'

const ALONE = Number(process.env.ROUNDS ?? 60)
const TOGETHER = 160
const AT_ONCE = (process.env.AT_ONCE ?? '1,16,64').split(',').map(Number)

const installation = await Installation.start()
for (const made of await Promise.all([1, 10].map(contract))) {
  await times(20, () => send(installation, made))
  const bare = await times(ALONE, () => bareSave(made))
  for (const count of AT_ONCE) {
    await installation.isIdle()
    const rounds = count === 1 ? ALONE : TOGETHER
    const cost = await installation.cost()
    const started = performance.now()
    const taken = await atOnce(count, rounds, () => send(installation, made))
    const rate = (rounds * 1000) / (performance.now() - started)
    await installation.isIdle()
    const name = `${made.pages} pages, ${count} at once`
    console.log(`${report(name, taken, bare)} · ${rate.toFixed(1)} /s · ${await cost.each(rounds)}`)
  }
  const { id } = await send(installation, made)
  const calm = await installation.longestWait(id, () => pause(1_000))
  const busy = await installation.longestWait(id, () =>
    times(ALONE, () => send(installation, made))
  )
  console.log(
    `${made.pages} pages: others who read a document wait at most ${busy.toFixed(0)} ms (${calm.toFixed(0)} ms when nothing is sent)`
  )
}
await installation.stop()
process.exit()

async function bareSave({ file }: Contract): Promise<void> {
  const pdf = await PDFDocument.load(file)
  await pdf.save()
}
