/**
 * From the last signature to `document.completed` at the receiver, and how many two-signer documents are completed a second:
 *
 *   npm run bench -- flow/completion
 *
 * ROUNDS and DOCUMENTS for a longer or shorter run, PROF=<folder> for profiles of web and worker.
 * Web, worker, PostgreSQL and Redis share the machine with this load, in which signers cause what a browser does: pages, the file, what
 * the page's script reports. The ceiling is what pdf-lib alone takes to load and save the same
 * file.
 */
import { PDFDocument } from 'pdf-lib'
import { Installation } from './installation.js'
import { contract, finish, readDocument, send, type Contract } from './contract.js'
import { atOnce, report, times } from './timing.js'

const ALONE = Number(process.env.ROUNDS ?? 25)
const TOGETHER = Number(process.env.DOCUMENTS ?? 120)

const installation = await Installation.start()
for (const made of await Promise.all([1, 10, 200].map(contract))) {
  await lastSignature(made)
  const bare = await times(ALONE, () => bareSave(made))
  const taken: number[] = []
  for (let round = 0; round < ALONE; round += 1) taken.push(await lastSignature(made))
  console.log(report(`${made.pages} pages, alone`, taken, bare))
}
const short = await contract(1)
await atOnce(8, TOGETHER / 2, () => lastSignature(short))
await installation.isIdle()
const cost = await installation.cost()
const started = performance.now()
await atOnce(8, TOGETHER, () => lastSignature(short))
const seconds = (performance.now() - started) / 1000
await installation.isIdle()
console.log(
  `${(TOGETHER / seconds).toFixed(1)} two-signer documents a second from upload to webhook: ${await cost.each(TOGETHER)}`
)
await installation.stop()
process.exit()

/** @returns ms from the last signer's click to the webhook */
async function lastSignature(made: Contract): Promise<number> {
  const { id, tokens } = await send(installation, made)
  for (const token of tokens) await readDocument(installation, token)
  await finish(installation, tokens[0])
  const completed = installation.completionOf(id)
  const from = performance.now()
  await finish(installation, tokens[1])
  return (await completed) - from
}

async function bareSave({ file }: Contract): Promise<void> {
  const pdf = await PDFDocument.load(file)
  await pdf.save()
}
