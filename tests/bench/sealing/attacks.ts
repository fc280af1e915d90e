/**
 * What our verifier and pdfsig (poppler) say of the files that tests attack it with, side by side, as a table in Markdown:
 *
 *   npm run bench -- sealing/attacks
 *
 * pdfsig is given no certificates to trust: who sealed is not what is compared.
 */
import { readFileSync } from 'node:fs'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import { FAULTS, type Fault } from '#app/sealing/verifier/seal_report'
import { attackedFiles, type AttackedFile } from '#tests/domain/sealing/attacked_files'
import { onePage } from '#tests/domain/sealing/intake/hostile_pdf'
import { inFolder, outsideProgram } from '#tests/domain/sealing/outside_program'
import { sealOrder, testAuthority } from '#tests/domain/sealing/sealing_order'

const { verify: words } = JSON.parse(readFileSync('resources/lang/en.json', 'utf8'))

const intake = new Intake({ maxProcesses: 1 })
const sealer = new Sealer({ maxThreads: 1, intake: { check: async () => [], expect() {} } })
const { canonical } = await intake.examine(onePage('', '0 0 10 10 re f'))
const sealed = Buffer.from((await sealer.seal(await sealOrder(canonical))).bytes)
const { certificate } = await testAuthority()
const roots = { seals: [{ der: certificate, isTest: true }], timestamps: [], revoked: [] }

const untouched: AttackedFile = { kind: 'other', name: 'untouched', bytes: sealed, says: ['whole'] }
const { output } = await outsideProgram('pdfsig', ['-v'])
console.log(`${/pdfsig version \S+/.exec(output)?.[0] ?? 'pdfsig'}\n`)
console.log('| Class | What was done | We say | pdfsig says |')
console.log('|---|---|---|---|')
for (const file of [untouched, ...(await attackedFiles(sealed, canonical))])
  console.log(`| ${file.kind} | ${file.name} | ${ours(file.bytes)} | ${await theirs(file.bytes)} |`)
intake.close()
await sealer.close()
process.exit()

function ours(bytes: Uint8Array): string {
  const { verdict, faults } = examineFile(bytes, roots)
  return [`**${verdict}**`, ...faults.map((fault) => nameOf(fault))].join('; ')
}

function nameOf(fault: Fault): string {
  const text = String(words[`fault_${fault}`]).replace(/\.$/, '')
  return FAULTS[fault] ? `${text} (${FAULTS[fault]})` : text
}

function theirs(bytes: Uint8Array): Promise<string> {
  return inFolder({ 'a.pdf': bytes }, async (path) => {
    const { output: said, exitCode } = await outsideProgram('pdfsig', ['-nocert', path('a.pdf')])
    if (/does not contain any signatures/.test(said)) return 'no signatures'
    const lines = [
      ...said.matchAll(/Signature Validation: (.*)|^ *- ((?:Total|Not total) document signed)/gm),
    ]
    const found = lines.map(([, validation, extent]) => validation ?? extent)
    return found.length > 0 ? found.join('; ') : `no answer (exit code ${exitCode})`
  })
}
