import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ask } from '#tests/factories/api_client'
import { freePort } from '#app/foundation/processes/free_port'
import { dropInstallation } from '#tests/support/dropped_installation'
import { superuserUrl } from '#tests/support/superuser'

/** What a clone holds, apart from its packages. */
const SOURCES = ['.adonisjs', 'app', 'bin', 'config', 'database', 'docs', 'resources', 'start']
const FILES = ['ace.js', 'adonisrc.ts', 'package.json', 'package-lock.json', 'tsconfig.json']
const READY_WITHIN_MS = 90_000
/** Of an edit on a busy machine; at rest it takes a tenth of a second. */
const SHOWN_WITHIN_MS = 10_000

const CONTROLLER = 'app/dashboard/sessions/sessions_controller.ts'
const TEMPLATE = 'resources/views/dashboard/session/create.edge'
const STYLE = 'resources/css/login.css'
const READ_AT_START = 'start/routes.ts'

test.group('npm run dev', (group) => {
  let clone: string
  let database: string

  group.setup(() => {
    clone = mkdtempSync(join(tmpdir(), 'clone-'))
    chmodSync(clone, 0o755)
    for (const name of [...SOURCES, ...FILES])
      cpSync(app.makePath(name), join(clone, name), { recursive: true })
    symlinkSync(app.makePath('node_modules'), join(clone, 'node_modules'))
    database = `dev_${randomBytes(4).toString('hex')}`
    return async () => {
      rmSync(clone, { recursive: true })
      await dropInstallation(database)
    }
  })

  function run(environment: Record<string, string>) {
    const { DATABASE_ADMIN_URL, PATH, HOME, USER } = process.env
    const url = new URL(superuserUrl(database))
    Object.assign(url, { username: database, password: randomBytes(16).toString('hex') })
    const given = { PATH, HOME, USER, TMPDIR: tmpdir(), DATABASE_ADMIN_URL, DATABASE_URL: url.href }
    const child = spawn(process.execPath, ['bin/dev.mjs'], {
      cwd: clone,
      env: { ...given, ...environment } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { text: '' }
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (said.text += part))
    return { child, said, end: once(child, 'close') }
  }

  /** As editors save: a new file takes the place of the old one. */
  function edit(file: string, change: (text: string) => string): void {
    const path = join(clone, file)
    writeFileSync(`${path}~`, change(readFileSync(path, 'utf8')))
    renameSync(`${path}~`, path)
  }

  async function within(ms: number, isSo: () => Promise<boolean>, what: string): Promise<void> {
    const deadline = Date.now() + ms
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > deadline) throw new Error(`${what} did not come within ${ms} ms`)
      await pause(50)
    }
  }

  test('says in a sentence that a port is taken', async ({ assert, cleanup }) => {
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    cleanup(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { end, said } = run({ PORT: String(port) })
    assert.equal((await end)[0], 1)
    assert.include(said.text, `Port ${port} is taken.`)
    assert.notInclude(said.text, '    at ')
  })

  test('shows edits as they are saved, outlives a broken file, and ends whole', async ({
    assert,
    cleanup,
  }) => {
    const port = await freePort()
    const { child, said, end } = run({ PORT: String(port) })
    cleanup(async () => {
      if (child.exitCode === null) child.kill('SIGTERM')
      await end
    })
    await within(
      READY_WITHIN_MS,
      async () => {
        if (child.exitCode !== null) throw new Error(said.text)
        return said.text.includes('Ready after')
      },
      said.text
    ).catch((error) => assert.fail(`${error.message}\n${said.text}`))
    const ledger = JSON.parse(readFileSync(join(clone, 'tmp/dev/processes.json'), 'utf8'))
    const origin = `http://127.0.0.1:${port}`
    const get = (path: string) => ask({ path, origin, headers: { host: 'acme.localhost' } })
    const login = () => get('/login')

    for (const turn of ['first', 'second']) {
      edit(CONTROLLER, (text) =>
        text.replace(/( {2}async create\(ctx: HttpContext\) \{)(.*HERE)?/, (_, head) =>
          [head, `ctx.response.header('x-edit', '${turn}') // HERE`].join(' ')
        )
      )
      const isShown = async () => (await login()).headers['x-edit'] === turn
      await within(SHOWN_WITHIN_MS, isShown, `the ${turn} edit of a controller`)
    }
    edit(TEMPLATE, (text) => text.replace('</form>', '<i>edited</i></form>'))
    assert.include((await login()).text, '<i>edited</i>')
    edit(STYLE, (text) => `${text}\n.edited { color: inherit; }\n`)
    const [sheet] = /\/assets\/\w+\/css\/app\.css/.exec((await login()).text) ?? []
    assert.include((await get(sheet ?? '')).text, '.edited')

    edit(READ_AT_START, (text) => `${text}\nconst broken = ;\n`)
    await within(
      READY_WITHIN_MS,
      async () => said.text.includes('starts again when you save'),
      'word of the crash'
    )
    edit(READ_AT_START, (text) => text.replace('const broken = ;', ''))
    await within(READY_WITHIN_MS, async () => (await login()).status === 200, 'the mended page')

    child.kill('SIGTERM')
    assert.equal((await end)[0], 0)
    for (const { pid } of ledger) assert.throws(() => process.kill(pid, 0), /ESRCH/)
    assert.notInclude(said.text, 'Error:')
  })
})
