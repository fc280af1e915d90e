import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { faultOfProof, type InclusionProof } from '#app/audit/transparency/inclusion_proof'
import { NoteVerifier, parseNote } from '#app/audit/transparency/signed_note'

const HELP = `Checks a proof that the public log contains a trail, without asking anybody.

  log:check PROOF.json --key KEY [--witness KEY …]

  --key      of the log, as GET /log of its platform shows it; better, as you noted it earlier
  --witness  of a witness that must have signed, too
`

/** `log:check`, for those who run nothing else of this. Exits with 1 if anything is wrong. */
export async function runCheck(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      witness: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  })
  const [file] = positionals
  if (values.help || !file || !values.key) {
    console.log(HELP)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const fault = await check(file, values.key, values.witness ?? [])
  if (fault === null) return
  console.error(fault)
  process.exitCode = 1
}

async function check(
  file: string,
  key: string,
  witnesses: readonly string[]
): Promise<string | null> {
  const log = NoteVerifier.parse(key)
  if (!log) return 'The key of the log is none.'
  const proof = await read(file)
  if (!proof) return 'The file is no proof.'
  const fault = faultOfProof(proof, log)
  if (fault) return fault
  const note = parseNote(proof.head)!
  for (const one of witnesses) {
    const witness = NoteVerifier.parse(one)
    if (!witness?.hasSigned(note))
      return `The witness ${witness?.name ?? one} has not signed the head.`
  }
  const { entry } = proof
  const { at } = JSON.parse(proof.checkpoint) as { at: string }
  console.log(
    `Entry ${entry.sequence} of ${entry.chain}, ${entry.hash}, is in ${log.name} since ${at}.`
  )
  return null
}

/** @returns null for what has not the form of a proof */
async function read(file: string): Promise<InclusionProof | null> {
  try {
    const proof = JSON.parse(await readFile(file, 'utf8')) as InclusionProof
    return isProof(proof) ? proof : null
  } catch {
    return null
  }
}

/** @throws as well, for anything else that is JSON */
function isProof({ entry, link, inCheckpoint, checkpoint, inLog, head }: InclusionProof): boolean {
  const texts = [entry.chain, entry.hash, head, ...inCheckpoint.path, ...inLog.path]
  const numbers = [entry.sequence, inCheckpoint.index, inCheckpoint.size, inLog.index, inLog.size]
  return (
    texts.every((one) => typeof one === 'string') &&
    numbers.every((one) => Number.isSafeInteger(one)) &&
    Array.isArray(JSON.parse(link)) &&
    JSON.parse(checkpoint) !== null
  )
}
