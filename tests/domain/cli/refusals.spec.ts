import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { aceProcess } from '#tests/support/node_process'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'

const MISSING = '/nowhere/file'
const STACK = /^\s+(?:at |⁃)/m
/** So many at once: each takes a processor for seconds. */
const AT_ONCE = 3

const NOTHING_SET = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => name !== 'PATH')
    .map((name) => [name, undefined])
)

/** What is asked, and what is said of it. */
function cases(slug: string, folder: string): [string, RegExp][] {
  const words = join(folder, 'words')
  return [
    ['brand:check nobody', /No tenant has the slug nobody/],
    ['cell:prepare --cell=nowhere', /No cell is named nowhere/],
    [`demo:seed --state=${words}`, /words contains no JSON object/],
    [`evidence:export ${slug} ${words}/out --from=2026-01-01`, /words\/out: its folder is a file/],
    [`key:create ${slug} --scopes=everything`, /everything is no scope/],
    [`platform:brand ${MISSING}`, /\/nowhere\/file cannot be read/],
    [`platform:brand ${folder}/list.json`, /list\.json contains no JSON object/],
    [`platform:brand ${folder}/empty.json --logo=${MISSING}`, /\/nowhere\/file: no such file/],
    ['reseller:terms nobody', /No tenant has the slug nobody/],
    ['seal:root burn', /Say take or renew/],
    ['storage:sweep --tenant=nobody', /No tenant has the slug nobody/],
    [`tenant:export ${slug} ${folder}/a --to=${MISSING}`, /\/nowhere\/file cannot be read/],
    [`tenant:export ${slug} ${folder}/a --to=${words}`, /words contains no public key/],
    [`tenant:export ${slug} ${MISSING}`, /\/nowhere\/file\.part: no such file or folder/],
    [`tenant:import ${words} --key=${words}`, /words contains no private key/],
    ['tenant:migrate --concurrency=0', /--concurrency is a whole number/],
    [`tenant:move ${slug} --cell=nowhere`, /No cell is named nowhere/],
    ['tenant:lst', /Command "tenant:lst" is not defined/],
    ['tenant:list --jsn', /Unknown flag "--jsn"/],
    ['maintenance:begin 60', /does not know what to do with "60"/],
    [`tenant:retention ${slug} 90`, /does not know what to do with "90"/],
    ['tenant:erase', /Missing required argument "slug"/],
  ]
}

test.group('Commands', (group) => {
  test('say what they need when they are asked for help, and no more', async ({ assert }) => {
    for (const command of ['tenant:create', 'member:recover']) {
      const { code, output } = await aceProcess([command, '--help'])
      assert.notInclude(output, 'ERROR')
      assert.equal(code, 0)
      assert.include(output, `Usage:\n  node ace ${command} `)
    }
  }).timeout(120_000)

  test('are listed and explained where nothing is set', async ({ assert }) => {
    for (const args of [[], ['list'], ['backup:create', '--help']]) {
      const { code, output } = await aceProcess(args, NOTHING_SET)
      assert.include(output, args.includes('--help') ? 'backup:create [options]' : 'tenant:create')
      assert.equal(code, 0)
    }
    const { code, output } = await aceProcess(['tenant:list'], NOTHING_SET)
    assert.include(output, 'Missing environment variable "DATABASE_URL"')
    assert.equal(code, 1)
  }).timeout(120_000)

  test('say in a sentence that the database is away', async ({ assert }) => {
    for (const command of ['tenant:list', 'isolation:prove']) {
      const { code, output } = await aceProcess([command], {
        DATABASE_URL: 'postgres://countersign@127.0.0.1:1/countersign',
      })
      assert.match(output, /is away: connect ECONNREFUSED 127\.0\.0\.1:1\. Run .+ doctor/)
      assert.notMatch(output, STACK)
      assert.equal(code, 1)
    }
  }).timeout(120_000)

  test('say in a sentence that Redis is away, where they need it', async ({ assert }) => {
    const { code, output } = await aceProcess(['maintenance:begin'], {
      REDIS_URL: 'redis://127.0.0.1:1/0',
      LOG_LEVEL: 'fatal',
    })
    assert.match(output, /^.*Redis does not answer, so no web process would hear of it\s*$/)
    assert.equal(code, 1)
  }).timeout(60_000)

  test('and processes say in a sentence which setting they may not have', async ({
    assert,
    cleanup,
  }) => {
    const settings = { NODE_ENV: 'production', DATABASE_ADMIN_URL: 'postgres://admin@127.0.0.1:1' }
    const worker = WorkerProcess.start(settings)
    const web = await WebProcess.begin(settings)
    cleanup(async () => void (await Promise.all([worker.kill(), web.kill()])))
    for (const started of [worker, web]) {
      assert.equal((await started.end).code, 1)
      assert.include(started.output, 'DATABASE_ADMIN_URL is set: it is for cell:prepare alone.')
      assert.notMatch(stripVTControlCharacters(started.output), STACK)
    }
  }).timeout(60_000)

  let folder: string
  let tenant: Tenant

  group.setup(async () => {
    tenant = await makeTenant()
    folder = await mkdtemp(join(tmpdir(), 'refusals-'))
    await writeFile(join(folder, 'words'), 'words')
    await writeFile(join(folder, 'list.json'), '[1]')
    await writeFile(join(folder, 'empty.json'), '{}')
    return () => rm(folder, { recursive: true, force: true })
  })

  test('answer what is mistyped with a sentence, and fail', async ({ assert }) => {
    const left = cases(tenant.slug, folder)
    const wrong: string[] = []
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [line, words] = next
        const { code, output } = await aceProcess(line.split(' '))
        const isSaid = words.test(output) && !STACK.test(output)
        if (!isSaid || code !== 1) wrong.push(`${line}: ${code}\n${output}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    assert.deepEqual(wrong, [])
  }).timeout(600_000)
})
