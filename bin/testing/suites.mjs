import { globSync } from 'node:fs'
import { run } from '../services/command.mjs'
import { root } from '../services/clone.mjs'

/**
 * In how many parts each runs, so that no lane stands idle while another is in the middle of a long one. The long ones first; one that
 * is not named here comes before all.
 */
const PARTS = { faults: 4, browser: 2, tenancy: 2, functional: 4, domain: 2, unit: 1 }
const ORDER = Object.keys(PARTS)
/** These pass with no server at all; the others each have a PostgreSQL, a Redis and an SMTP server. */
const WITHOUT_SERVERS = ['unit']

/** Those begin with schemas to spare; where processes are killed there are few tenants, and each process looks at all of them. */
const WITH_FEW_TENANTS = ['faults']

/** How many parts may be under way at a time of those that start processes and browsers of their own: more would crowd a small machine. */
const MOST_AT_ONCE = { faults: 2, browser: 1 }

/** The suites of adonisrc.ts, with the patterns of their files. */
export async function declaredSuites() {
  const print = "console.log(JSON.stringify((await import('./adonisrc.ts')).default.tests.suites))"
  const args = ['--import=@poppinss/ts-exec', '--input-type=module', '--eval', print]
  return JSON.parse(await run(process.execPath, args, { cwd: root }))
}

export function needsServers(suite) {
  return !WITHOUT_SERVERS.includes(suite)
}

export function makesManyTenants(suite) {
  return !WITH_FEW_TENANTS.includes(suite)
}

/** All suites in parts, as Japa is asked for them; those of a suite are spread over the run, for of some only so many may be under way. */
export async function suites() {
  const declared = (await declaredSuites()).sort(
    (a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name)
  )
  return declared
    .flatMap(({ name, files }) => parts(name, globSync([files].flat(), { cwd: root }).sort()))
    .sort((a, b) => a.turn - b.turn)
}

/**
 * Takes from the queue what a lane does next.
 *
 * @param underWay  the suites that other lanes are in the middle of
 */
export function takeNext(queue, underWay) {
  const place = queue.findIndex(
    ({ suite }) =>
      underWay.filter((one) => one === suite).length < (MOST_AT_ONCE[suite] ?? Infinity)
  )
  return queue.splice(Math.max(place, 0), 1).at(0)
}

/** File by file in turn, for neighbours are alike. */
function parts(suite, files) {
  const count = Math.min(PARTS[suite] ?? 1, files.length)
  return Array.from({ length: count }, (_, part) => ({
    suite,
    title: `${suite} ${part + 1} of ${count}`,
    turn: part / count,
    args: [
      suite,
      ...files.filter((file, place) => place % count === part).flatMap((file) => ['--files', file]),
    ],
  }))
}
