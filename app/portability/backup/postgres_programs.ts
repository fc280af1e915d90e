import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The folder of the programs that can read such files, which only the same major version does.
 *
 * @param asked  where somebody knows it
 * @returns null where this machine has none
 */
export async function programsOf(major: number, asked?: string): Promise<string | null> {
  const usual = [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`, '/usr/local/bin']
  for (const folder of asked ? [asked] : usual) {
    const program = join(folder, 'postgres')
    const isThere = await access(program).then(
      () => true,
      () => false
    )
    if (!isThere) continue
    const { stdout } = await run(program, ['--version'])
    if (new RegExp(`\\) ${major}\\b`).test(stdout)) return folder
  }
  return null
}
