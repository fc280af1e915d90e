import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { request } from 'undici'
import { makePdf } from '#tests/factories/pdf_factory'
import { ProductionInstall } from '#tests/support/production_install'
import { superuserUrl } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const run = promisify(execFile)

/** Of the packages of an installation. */
const MOST_BYTES = 350_000_000

const UNITS = app.makePath('docs', 'deploy', 'systemd')

/** As it stands in the documentation, but for another folder. */
function unitOf(name: string, folder: string): { text: string; command: string } {
  const path = join(UNITS, `countersign-${name}.service`)
  const text = readFileSync(path, 'utf8').replaceAll('/opt/countersign', folder)
  return { text, command: /^ExecStart=(.+)$/m.exec(text)![1] }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

test.group('README | In production', () => {
  test('its commands, as they stand, lead from the packages to a sealed document', async ({
    assert,
    cleanup,
  }) => {
    const install = await ProductionInstall.make()
    cleanup(() => install.remove())
    const [installed, ...commands] = ProductionInstall.readmeCommands()
    assert.equal(installed, 'npm ci')
    for (const line of commands.slice(0, -2)) {
      const isFirst = line.includes('cell:prepare')
      await install.run(line, isFirst ? { DATABASE_ADMIN_URL: superuserUrl('postgres') } : {})
    }
    assert.isFalse(existsSync(join(install.folder, 'build', 'tests')))
    assert.isFalse(existsSync(join(install.folder, 'node_modules', 'typescript-eslint')))
    assert.isBelow(bytesIn(join(install.folder, 'node_modules')), MOST_BYTES)
    for (const line of commands.slice(-2)) install.start(line, { isWeb: line === 'npm start' })
    await install.isReady()

    const create = 'npm run --silent ace -- tenant:create First --slug=first --owner=o@first.test'
    await install.run(`${create} --plan=business --json`)
    const key = JSON.parse(
      await install.run('npm run --silent ace -- key:create first --environment=test --json')
    )
    const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const answer = await request(`${install.origin}/api/v1${path}`, {
        method,
        headers: {
          'host': `first.localhost:${install.port}`,
          'authorization': `Bearer ${key.key}`,
          'content-type': 'application/json',
        },
        body: body && JSON.stringify(body),
      })
      return {
        status: answer.statusCode,
        body: (await answer.body.json()) as Record<string, unknown>,
      }
    }
    const file = Buffer.from(await makePdf()).toString('base64')
    const signers = [{ name: 'Test Signer', email: 'signer@sandbox.test' }]
    const send = () => call('POST', '/documents', { title: 'First', file, signers })
    let sent = await send()
    await until(async () => sent.status !== 503 || (sent = await send()).status !== 503) // the sandbox is made at its first use
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    await until(async () => {
      const { body } = await call('GET', `/documents/${String(sent.body.id)}`)
      return body.status === 'completed'
    })

    await install.stop()
    for (const name of ['web', 'worker']) {
      const { command } = unitOf(name, install.folder)
      install.start(command, { isWeb: name === 'web' })
    }
    await install.isReady()
    const { body } = await call('GET', `/documents/${String(sent.body.id)}`)
    assert.equal(body.status, 'completed')
    assert.deepEqual(await install.stop(), [0, 0])
  }).timeout(1_200_000)

  for (const name of ['web', 'worker', 'backup'])
    test(`systemd takes the unit of the ${name}, which may do little`, async ({
      assert,
      cleanup,
    }) => {
      const folder = mkdtempSync(join(tmpdir(), 'units-'))
      cleanup(() => rmSync(folder, { recursive: true }))
      const file = join(folder, `countersign-${name}.service`)
      const { text } = unitOf(name, app.makePath())
      writeFileSync(file, text)
      const { stderr } = await run('systemd-analyze', ['verify', file])
      assert.equal(stderr, '')
      const most = '--threshold=20' // of 100; a unit without any of this has 96
      await run('systemd-analyze', ['security', '--offline=true', most, file])
    })

  test('systemd takes the timer that backs up every night', async ({ assert, cleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), 'units-'))
    cleanup(() => rmSync(folder, { recursive: true }))
    const { text, command } = unitOf('backup', app.makePath())
    writeFileSync(join(folder, 'countersign-backup.service'), text)
    const timer = join(folder, 'countersign-backup.timer')
    writeFileSync(timer, readFileSync(join(UNITS, 'countersign-backup.timer'), 'utf8'))
    const { stderr } = await run('systemd-analyze', ['verify', timer])
    assert.equal(stderr, '')
    const script = /^\/bin\/sh -ec '(.+)'$/.exec(command)![1]
    const said = script.replaceAll('$$', '$').replaceAll('%%', '%')
    const told = said.replaceAll(/\S+\/node build\/ace.js/g, 'echo')
    const set = [...text.matchAll(/^Environment=(\w+)=(.+)$/gm)].map(([, name, value]) => [
      name,
      value,
    ])
    const { stdout } = await run('/bin/sh', ['-ec', told], { env: Object.fromEntries(set) })
    const night = String.raw`\d{4}-\d\d-\d\d-\d{6}`
    const places = `/var/backups/countersign/data/(${night}) --keys=/mnt/keys/countersign/\\1`
    const verified = places.replace(`(${night})`, '\\1')
    assert.match(stdout, new RegExp(`^backup:create ${places}\nbackup:verify ${verified}\n$`))
    const last = 'backup:prune ${BACKUP_DATA} --keys=${BACKUP_KEYS} --keep=${BACKUP_KEEP}\n'
    assert.include(text, last, 'by the end of its ExecStopPost')
  })

  test('an ace command on an older Node says in a sentence which one it needs', async ({
    assert,
  }) => {
    const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})`
    const args = [`--import=${old}`, app.makePath('ace.js'), 'list']
    const { stderr } = await run(process.execPath, args).then(
      () => ({ stderr: '' }),
      (error: { stderr: string }) => error
    )
    assert.match(stderr, /^Countersign runs on Node 24, .*\nRun `npm run ace -- COMMAND`.*\n$/)
  })

  for (const command of [
    ['bin/server.ts'],
    ['bin/console.ts', 'doctor'],
    ['bin/console.ts', 'platform:brand', 'brand.json'],
  ])
    test(`${command.join(' ')} without its settings names each that is missing, without a stack trace`, async ({
      assert,
    }) => {
      const { PATH } = process.env
      const [file, ...more] = command
      const args = ['--import=@poppinss/ts-exec', app.makePath(file), ...more]
      const env = { PATH, ENV_PATH: app.makePath('tests') }
      const failed = await run(process.execPath, args, { cwd: app.makePath(), env }).then(
        () => null,
        (error: { code: number; stderr: string; stdout: string }) => error
      )
      assert.equal(failed?.code, 1)
      assert.include(failed?.stderr, 'Missing environment variable "KEYS_DIR"')
      assert.notMatch(`${failed?.stdout}${failed?.stderr}`, /^\s+(?:at |⁃)/m)
    })

  test('each command that the list of commands names exists', async ({ assert }) => {
    const list = readFileSync(app.makePath('docs/commands.md'), 'utf8')
    const rows = [...list.matchAll(/^\| `npm run ace -- (.+?)` \|/gm)].map(([, row]) => row)
    const named = rows.flatMap((row) => [...row.matchAll(/[a-z]+:[a-z]+/g)].map(([name]) => name))
    assert.isAbove(named.length, 10)
    const { stdout } = await run(process.execPath, [app.makePath('ace.js'), 'list', '--json'])
    for (const name of named) assert.include(stdout, name)
  })
})
