import { globSync } from 'node:fs'
import { run } from '../services/command.mjs'
import { root } from '../services/clone.mjs'

/** The longest, whatever its tests' own limits. */
const LONGEST = 'tenancy'
/** The last: in as many parts as there are lanes, so that none stands idle while another ends it. */
const SHARED = 'unit'

/** The suites of adonisrc.ts that have files, as Japa is asked for them, the long ones first. */
export async function suites(lanes) {
  const print = "console.log(JSON.stringify((await import('./adonisrc.ts')).default.tests.suites))"
  const args = ['--import=@poppinss/ts-exec', '--input-type=module', '--eval', print]
  const declared = JSON.parse(await run(process.execPath, args, { cwd: root }))
  return declared
    .map(({ name, files, timeout }) => ({ name, timeout, files: specs(files) }))
    .filter(({ files }) => files.length > 0)
    .sort((a, b) => isLast(a) - isLast(b) || isFirst(b) - isFirst(a) || b.timeout - a.timeout)
    .flatMap((suite) => (isLast(suite) ? parts(suite, lanes) : [whole(suite)]))
}

const specs = (patterns) => globSync([patterns].flat(), { cwd: root }).sort()
const isFirst = ({ name }) => name === LONGEST
const isLast = ({ name }) => name === SHARED
const whole = ({ name }) => ({ suite: name, title: name, args: [name] })

/** File by file in turn, for neighbours are alike. */
function parts({ name, files }, count) {
  return Array.from({ length: count }, (_, part) => ({
    suite: name,
    title: `${name} ${part + 1} of ${count}`,
    args: [
      name,
      ...files.filter((file, place) => place % count === part).flatMap((file) => ['--files', file]),
    ],
  }))
}
