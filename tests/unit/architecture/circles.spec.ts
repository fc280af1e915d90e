import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

/** What is left when the program runs: imports of types alone, whole or in braces, are gone by then. */
const IMPORT = /^(?:import|export)\s(?!type\s)([^;']*?)\sfrom\s'(#app\/[^']+|\.{1,2}\/[^']+)'/gm
const TYPES_ALONE = /^\{(?:\s*type\s[^,}]+,?)+\s*\}$/

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.name.endsWith('.ts')) yield join(entry.parentPath, entry.name)
}

function fileOf(target: string, from: string): string {
  const path = target.startsWith('#')
    ? app.makePath(`${target.slice(1)}.ts`)
    : join(dirname(from), target).replace(/\.js$/, '.ts')
  return existsSync(path) ? path : ''
}

function loadedBy(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(IMPORT)]
    .filter(([, names]) => !TYPES_ALONE.test(names))
    .map(([, , target]) => fileOf(target, path))
    .filter(Boolean)
}

/** The first way found from a file back to itself. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>()
  const search = (path: string, way: readonly string[]): readonly string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    if (done.has(path)) return []
    for (const next of imports.get(path) ?? []) {
      const found = search(next, [...way, path])
      if (found.length > 0) return found
    }
    done.add(path)
    return []
  }
  for (const path of imports.keys()) {
    const found = search(path, [])
    if (found.length > 0) return found
  }
  return []
}

test.group('Circles of imports', () => {
  test('are found where there are some', ({ assert }) => {
    const imports = (others: Record<string, string[]>) => new Map(Object.entries(others))
    assert.deepEqual(circleIn(imports({ a: ['b', 'c'], b: ['c'], c: [] })), [])
    assert.deepEqual(circleIn(imports({ a: ['b'], b: ['c'], c: ['b'] })), ['b', 'c', 'b'])
  })

  test('are none in the application: what a file needs is whole when it is loaded', ({
    assert,
  }) => {
    const paths = [...sources(app.makePath('app'))]
    const imports = new Map(paths.map((path) => [path, loadedBy(path)]))
    const count = [...imports.values()].flat().length
    assert.isAbove(count, 5_000)
    assert.deepEqual(
      circleIn(imports).map((path) => relative(app.makePath('app'), path)),
      []
    )
  })
})
