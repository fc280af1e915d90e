import { globSync } from 'node:fs'
import { run } from '../services/command.mjs'
import { root } from '../services/clone.mjs'

/** The longest, whatever its tests' own limits. */
const LONGEST = 'tenancy'
/** The last: in two halves, so that neither set of servers stands idle while the other ends it. */
const HALVED = 'unit'

/** The suites of adonisrc.ts that have files, as Japa is asked for them, the long ones first. */
export async function suites() {
  const print = "console.log(JSON.stringify((await import('./adonisrc.ts')).default.tests.suites))"
  const args = ['--import=@poppinss/ts-exec', '--input-type=module', '--eval', print]
  const declared = JSON.parse(await run(process.execPath, args, { cwd: root }))
  return declared
    .map(({ name, files, timeout }) => ({ name, timeout, files: specs(files) }))
    .filter(({ files }) => files.length > 0)
    .sort((a, b) => isLast(a) - isLast(b) || isFirst(b) - isFirst(a) || b.timeout - a.timeout)
    .flatMap((suite) => (isLast(suite) ? halves(suite) : [whole(suite)]))
}

const specs = (patterns) => globSync([patterns].flat(), { cwd: root }).sort()
const isFirst = ({ name }) => name === LONGEST
const isLast = ({ name }) => name === HALVED
const whole = ({ name }) => ({ suite: name, title: name, args: [name] })

/** Every other file, for neighbours are alike. */
function halves({ name, files }) {
  return [0, 1].map((half) => ({
    suite: name,
    title: `${name} ${half + 1} of 2`,
    args: [
      name,
      ...files.filter((_, place) => place % 2 === half).flatMap((file) => ['--files', file]),
    ],
  }))
}
