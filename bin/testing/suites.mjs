import { globSync } from 'node:fs'
import { run } from '../services/command.mjs'
import { root } from '../services/clone.mjs'

/** The longest, whatever its tests' own limits. */
const LONGEST = 'tenancy'

/** The suites of adonisrc.ts that have files, the long ones first. */
export async function suites() {
  const print = "console.log(JSON.stringify((await import('./adonisrc.ts')).default.tests.suites))"
  const args = ['--import=@poppinss/ts-exec', '--input-type=module', '--eval', print]
  const declared = JSON.parse(await run(process.execPath, args, { cwd: root }))
  return declared
    .filter(({ files }) => globSync([files].flat(), { cwd: root }).length > 0)
    .sort((a, b) => (b.name === LONGEST) - (a.name === LONGEST) || b.timeout - a.timeout)
    .map(({ name }) => ({ name }))
}
