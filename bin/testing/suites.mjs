import { globSync } from 'node:fs'
import { run } from '../services/command.mjs'
import { root } from '../services/clone.mjs'

const POOLED_SUITE = 'tenancy'

/** The suites of adonisrc.ts that have files, the long ones first, and the longest once more through PgBouncer. */
export async function suites() {
  const print = "console.log(JSON.stringify((await import('./adonisrc.ts')).default.tests.suites))"
  const args = ['--import=@poppinss/ts-exec', '--input-type=module', '--eval', print]
  const declared = JSON.parse(await run(process.execPath, args, { cwd: root }))
  return declared
    .filter(({ files }) => globSync([files].flat(), { cwd: root }).length > 0)
    .sort((a, b) => (b.name === POOLED_SUITE) - (a.name === POOLED_SUITE) || b.timeout - a.timeout)
    .flatMap(({ name }) => [
      { name, label: name },
      ...(name === POOLED_SUITE ? [pooled(name)] : []),
    ])
}

function pooled(name) {
  return { name, label: `${name}, through PgBouncer`, isPooled: true }
}
