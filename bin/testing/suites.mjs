import { globSync } from 'node:fs'
import { run } from '../services/command.mjs'
import { root } from '../services/clone.mjs'

/** The long ones first; one that is not named here comes before all. */
const ORDER = ['faults', 'browser', 'tenancy', 'functional', 'domain', 'unit']
/** Of each suite, so that no lane stands idle while another is in the middle of a long one. */
const PARTS = 2
/** These pass with no server at all; the others each have a PostgreSQL, a Redis and an SMTP server. */
const WITHOUT_SERVERS = ['unit']

/** These start processes and browsers of their own: two parts of one at a time would crowd a small machine. */
const IN_TURNS = ['faults', 'browser']

/** The suites of adonisrc.ts, with the patterns of their files. */
export async function declaredSuites() {
  const print = "console.log(JSON.stringify((await import('./adonisrc.ts')).default.tests.suites))"
  const args = ['--import=@poppinss/ts-exec', '--input-type=module', '--eval', print]
  return JSON.parse(await run(process.execPath, args, { cwd: root }))
}

export function needsServers(suite) {
  return !WITHOUT_SERVERS.includes(suite)
}

/** All suites in parts, as Japa is asked for them: the first of each, then the second, for of some only one may be under way. */
export async function suites() {
  const declared = (await declaredSuites())
    .sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name))
    .map(({ name, files }) => parts(name, globSync([files].flat(), { cwd: root }).sort()))
  return Array.from({ length: PARTS }, (_, turn) =>
    declared.flatMap((some) => some[turn] ?? [])
  ).flat()
}

/**
 * Takes from the queue what a lane does next.
 *
 * @param underWay  the suites that other lanes are in the middle of
 */
export function takeNext(queue, underWay) {
  const place = queue.findIndex(
    ({ suite }) => !IN_TURNS.includes(suite) || !underWay.includes(suite)
  )
  return queue.splice(Math.max(place, 0), 1).at(0)
}

/** File by file in turn, for neighbours are alike. */
function parts(suite, files) {
  return Array.from({ length: Math.min(PARTS, files.length) }, (_, part) => ({
    suite,
    title: `${suite} ${part + 1} of ${PARTS}`,
    args: [
      suite,
      ...files.filter((file, place) => place % PARTS === part).flatMap((file) => ['--files', file]),
    ],
  }))
}
