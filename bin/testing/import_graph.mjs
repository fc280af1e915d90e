import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { inClone, root } from '../services/clone.mjs'

const SOURCES = '{app,bin,config,start,tests}/**/*.{ts,mjs}'
const IMPORTED = /\b(?:from|import)\b\s*\(?\s*['"]([^'"\n]+)['"]/g
const { imports: ALIASES } = JSON.parse(readFileSync(inClone('package.json'), 'utf8'))

/** Which source files name which others in their imports. Paths are relative to the clone. */
export class ImportGraph {
  #read = new Map()

  /** The files themselves, and all that import them, directly or not. */
  withDependents(files) {
    const importers = this.#importers()
    const found = new Set(files)
    for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
    return found
  }

  #importers() {
    const importers = new Map()
    for (const file of globSync(SOURCES, { cwd: root }))
      for (const imported of this.#importsOf(file))
        importers.set(imported, [...(importers.get(imported) ?? []), file])
    return importers
  }

  #importsOf(file) {
    const changedAt = statSync(inClone(file), { throwIfNoEntry: false })?.mtimeMs
    const known = this.#read.get(file)
    if (known?.changedAt === changedAt) return known.imports
    const text = changedAt === undefined ? '' : readFileSync(inClone(file), 'utf8')
    const imports = [...text.matchAll(IMPORTED)].flatMap(([, name]) => sourceOf(name, file) ?? [])
    this.#read.set(file, { changedAt, imports })
    return imports
  }
}

/** The file of this clone that an import means; null for a package. */
function sourceOf(name, importer) {
  const path = name.startsWith('.') ? join(dirname(importer), name) : aliased(name)
  if (!path) return null
  const typescript = path.replace(/\.js$/, '.ts')
  return existsSync(inClone(typescript)) ? typescript : path
}

function aliased(name) {
  for (const [pattern, target] of Object.entries(ALIASES)) {
    const [start, end] = pattern.split('*')
    if (name.startsWith(start))
      return join(target.replace('*', name.slice(start.length, name.length - end.length)))
  }
  return null
}
