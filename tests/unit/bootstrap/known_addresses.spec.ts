import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

const LOADER = app.makeURL('bin/testing/known_addresses.mjs')
/** What `--eval` calls itself. */
const PARENT = new URL('../../[eval1]', LOADER).href

test.group('Addresses of modules', (group) => {
  let build: string
  let file: string

  group.each.setup(() => {
    build = mkdtempSync(join(tmpdir(), 'known addresses-'))
    file = `${build}.eval.addresses.json`
    return () => [build, file].forEach((path) => rmSync(path, { recursive: true, force: true }))
  })

  const run = (code: string) => {
    const loader = new URL(LOADER)
    loader.searchParams.set('build', build)
    const args = [`--import=${loader.href}`, '--input-type=module', '--eval', code]
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: app.makePath(),
      encoding: 'utf8',
    })
    return stdout.trim() || stderr
  }

  test('that one process has found are where the next one loads from', ({ assert }) => {
    const code = `import { DateTime } from 'luxon'; await import('@adonisjs/core'); await import('@adonisjs/lucid/orm')
      console.log(DateTime.fromISO('2026-02-03').year)`
    assert.equal(run(code), '2026')
    const kept = readFileSync(file, 'utf8')
    assert.include(kept, 'node_modules/@adonisjs/lucid/')
    assert.equal(run(code), '2026')
    assert.equal(readFileSync(file, 'utf8'), kept)
  })

  test('are taken as they are kept', ({ assert }) => {
    const elsewhere = [LOADER.href.replace('known_addresses', 'suites'), 'module']
    writeFileSync(file, JSON.stringify({ [PARENT]: { 'import luxon': elsewhere } }))
    assert.equal(run(`console.log('needsServers' in (await import('luxon')))`), 'true')
  })

  test('are not kept of a few, nor of what is no module of the clone', ({ assert }) => {
    assert.equal(run(`import 'luxon'; console.log('loaded')`), 'loaded')
    assert.isFalse(existsSync(file))
  })
})
