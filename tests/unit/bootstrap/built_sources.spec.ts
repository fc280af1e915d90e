import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

const PROGRAM = `
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
const { ownModule } = await import('./app/foundation/processes/own_module.ts')
const from = new URL('./app/sealing/intake/intake_child.ts', 'file://' + process.cwd() + '/').href
const { url, execArgv } = ownModule('./intake_process', from)
const child = spawnSync(process.execPath, [...execArgv, fileURLToPath(url)], { env: {}, encoding: 'utf8' })
process.stdout.write(child.stdout)
`

test.group('Sources that are built', (group) => {
  let build: string

  group.setup(() => {
    build = mkdtempSync(join(tmpdir(), 'built sources-'))
    const file = join(build, 'app', 'sealing', 'intake', 'intake_process.js')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, "console.log('from the build')")
    return () => rmSync(build, { recursive: true })
  })

  test('are also what a process runs from that one of their modules starts without an environment', ({
    assert,
  }) => {
    const args = ['--import=./bin/testing/built_sources.mjs', '--input-type=module']
    const { stdout, stderr } = spawnSync(process.execPath, [...args, '--eval', PROGRAM], {
      cwd: app.makePath(),
      env: { BUILD_PATH: build },
      encoding: 'utf8',
    })
    assert.equal(stdout, 'from the build\n', stderr)
  })
})
