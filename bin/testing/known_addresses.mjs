/**
 * `--import` this with `?build=` and the path of a build: modules are loaded from where earlier processes of the same run of the tests have
 * found them. To look for some thousand modules in folder after folder takes a process a third of its start, and while a run lasts none of
 * them moves. `&cache=` is where compiled code is kept, for processes that inherit no environment.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { root } from '../services/clone.mjs'

const CLONE = addressOf(root)
const { searchParams: GIVEN } = new URL(import.meta.url)
const BUILD_PATH = GIVEN.get('build')
const COMPILE_CACHE = GIVEN.get('cache')
/** One for each program: what others load would only be read for nothing. */
const FILE = `${BUILD_PATH}.${basename(process.argv[1] ?? 'eval')}.addresses.json`
/** What a test writes for itself is elsewhere, and may come and go. */
const LASTING = [
  ...['node_modules', 'app', 'config', 'start', 'tests'].map((name) => addressOf(root, name)),
  addressOf(BUILD_PATH),
]
const MODULE = /\.[cm]?[jt]s$/
/** Fewer are not worth to be written. */
const MANY = 100

const known = read()
let found = 0

if (COMPILE_CACHE) enableCompileCache(COMPILE_CACHE)

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '', conditions = [] } = context
    if (!parentURL.startsWith(CLONE) || specifier.startsWith('node:'))
      return nextResolve(specifier, context)
    const asked = `${conditions.includes('require') ? 'require' : 'import'} ${specifier}`
    const [url, format] = known[parentURL]?.[asked] ?? []
    if (url) return { url, format: format ?? undefined, shortCircuit: true }
    const result = nextResolve(specifier, context)
    if (lasts(result.url)) {
      known[parentURL] ??= {}
      known[parentURL][asked] = [result.url, result.format]
      found += 1
    }
    return result
  },
})

if (isMainThread) process.on('exit', write)

function addressOf(...path) {
  return pathToFileURL(join(...path, '/')).href
}

function lasts(url) {
  return MODULE.test(url) && LASTING.some((place) => url.startsWith(place))
}

function read() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch {
    return {} // the first of a run
  }
}

/** Of two that end at once one is lost, and found again by the next. */
function write() {
  if (found < MANY) return
  const all = read()
  for (const [parent, asked] of Object.entries(known)) all[parent] = { ...all[parent], ...asked }
  try {
    writeFileSync(`${FILE}.${process.pid}`, JSON.stringify(all))
    renameSync(`${FILE}.${process.pid}`, FILE)
  } catch {
    // the run is over, and its folder gone
  }
}
