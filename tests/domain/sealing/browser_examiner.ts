import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { examineFile } from '#app/sealing/verifier/seal_examiner'
import { portableRoots } from '#app/sealing/verifier/portable_roots'
import { bundled } from '../../../bin/offline_verifier/bundle.mjs'

/** The verifier as browsers get it, with their Buffer and their cryptography, in this process. */
export async function browserExaminer(): Promise<typeof examineFile> {
  const file = join(await mkdtemp(join(tmpdir(), 'examiner-')), 'examiner.mjs')
  await writeFile(file, await bundled('examiner.js'))
  const { examineFile: examine, trustedRoots } = await import(pathToFileURL(file).href)
  return (bytes, roots) => examine(bytes, trustedRoots(portableRoots(roots)))
}
