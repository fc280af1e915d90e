/**
 * `--import` this where BUILD_PATH names a build of these very sources: their modules are loaded as the compiler left them there, under
 * their own addresses, instead of being compiled once more by each process of Japa. What the build lacks is left to Node.
 *
 * The processes and threads that those modules start are loaded like this, too. They inherit no environment, so that the address of this
 * module names the build to them.
 */
import { existsSync, readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from '../services/clone.mjs'

const SOURCES = pathToFileURL(join(root, '/')).href
const OWN = new URL(import.meta.url)
const BUILD_PATH = OWN.searchParams.get('build') ?? process.env.BUILD_PATH
const BUILD = pathToFileURL(join(BUILD_PATH, '/')).href
const COMPILE_CACHE = OWN.searchParams.get('cache') ?? process.env.NODE_COMPILE_CACHE
const COMPILER = '@poppinss/ts-exec'
const PACKAGES = `${SOURCES}node_modules/`
const { imports: ALIASES } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

process.setSourceMapsEnabled(true)
if (COMPILE_CACHE) enableCompileCache(COMPILE_CACHE)
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === COMPILER && isSource(context.parentURL ?? ''))
      return { url: inChild(), format: 'module', shortCircuit: true }
    const url = addressOf(specifier, context.parentURL)?.replace(/\.js$/, '.ts')
    return url && existsSync(builtFrom(url))
      ? { url, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context)
  },
  load(url, context, nextLoad) {
    const [file] = url.split('?')
    const built = isSource(file) ? builtFrom(file) : null
    if (!built || !existsSync(built)) return nextLoad(url, context)
    const map = `//# sourceMappingURL=${relative(dirname(fileURLToPath(file)), built)}.map`
    const source = readFileSync(built, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, map)
    return { format: 'module', source, shortCircuit: true }
  },
})

const addresses = new URL('known_addresses.mjs', OWN)
addresses.searchParams.set('build', BUILD_PATH)
await import(addresses.href)

/** This loader, as what starts a process of its own names it instead of the compiler. */
function inChild() {
  const url = new URL(OWN)
  url.searchParams.set('build', BUILD_PATH)
  if (COMPILE_CACHE) url.searchParams.set('cache', COMPILE_CACHE)
  return url.href
}

/** The address that an import of one of our modules means; undefined for any other. */
function addressOf(specifier, parent) {
  if (specifier.startsWith('file:')) return inSources(specifier)
  if (!parent?.startsWith(SOURCES) || parent.startsWith(PACKAGES)) return undefined
  if (specifier.startsWith('.')) return inSources(new URL(specifier, parent).href)
  for (const [alias, target] of Object.entries(ALIASES)) {
    const [start, end] = alias.split('*')
    if (specifier.startsWith(start) && specifier.endsWith(end)) {
      const name = specifier.slice(start.length, specifier.length - end.length)
      return inSources(new URL(target.replace('*', name), SOURCES).href)
    }
  }
  return undefined
}

function inSources(url) {
  return url.startsWith(SOURCES) && !url.startsWith(PACKAGES) ? url : undefined
}

function isSource(url) {
  return url.endsWith('.ts') && inSources(url) !== undefined
}

/** The file in the build that a source became. */
function builtFrom(url) {
  return fileURLToPath(BUILD + url.slice(SOURCES.length).replace(/\.ts$/, '.js'))
}
