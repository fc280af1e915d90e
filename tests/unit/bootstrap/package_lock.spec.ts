import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'

interface Locked {
  optionalDependencies?: Record<string, string>
}

const file = new URL('../../../package-lock.json', import.meta.url)
const { packages } = JSON.parse(await readFile(file, 'utf8')) as {
  packages: Record<string, Locked>
}

/** Whether the lock has the package where Node would find it from `path`. */
function isLocked(path: string, name: string): boolean {
  if (packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true
  if (!path) return false
  const parent = path.slice(0, path.lastIndexOf('node_modules/')).replace(/\/$/, '')
  return isLocked(parent, name)
}

test.group('package-lock.json', () => {
  test('names the builds for every platform, without which npm ci refuses it', ({ assert }) => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(path, name))
    )
    assert.isEmpty(missing)
  })
})
