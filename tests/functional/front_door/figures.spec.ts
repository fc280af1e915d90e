import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { request } from 'undici'
import env from '#start/env'
import { codeOf } from '#app/foundation/figures/figures'
import { freePort } from '#app/foundation/processes/free_port'
import { FiguresServer } from '#app/monitoring/figures/figures_server'
import { BackupRecord } from '#app/portability/backup/backup_record'
import type { BackupManifest } from '#app/portability/backup/manifest'
import NotOurPdf from '#app/sealing/errors/not_our_pdf'
import SealFailed from '#app/sealing/errors/seal_failed'
import SealImpossible from '#app/sealing/errors/seal_impossible'
import SignatureImageUnreadable from '#app/sealing/errors/signature_image_unreadable'
import { Cell } from '#app/tenancy/cell'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CutLine } from '#tests/support/cut_line'
import { ownerOf } from '#tests/support/dashboard_visitor'
import { emptyOutbox } from '#tests/support/outbox_view'
import { RefusedLogin } from '#tests/support/refused_login'
import { SmtpHost } from '#tests/support/smtp_host'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'

const promtool = process.env.PROMTOOL_PATH || 'promtool'
const SIGNER = { name: 'Canary Signer', email: 'signer@canary-mail.test' }
const TITLE = 'Canary title'

interface Line {
  name: string
  labels: Record<string, string>
  value: number
}

async function scrape(port: number, path = '/metrics') {
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${port}${path}`)
  return { status: statusCode, headers, text: await body.text() }
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name, labels = '', value]) => ({
      name,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, word]) => [label, word])
      ),
      value: Number(value),
    })
  )
}

/** The sum of a figure over all lines with these labels. */
function total(text: string, name: string, labels: Record<string, string> = {}): number {
  return linesOf(text)
    .filter((line) => line.name === `countersign_${name}`)
    .filter((line) => Object.entries(labels).every(([label, word]) => line.labels[label] === word))
    .reduce((sum, { value }) => sum + value, 0)
}

/** What a text tells: the type and labels of each of our figures. */
function toldIn(text: string): Map<string, { type: string; labels: Set<string> }> {
  const told = new Map<string, { type: string; labels: Set<string> }>()
  for (const [, name, type] of text.matchAll(/^# TYPE (countersign_\w+) (\w+)$/gm))
    told.set(name, { type, labels: new Set() })
  for (const { name, labels } of linesOf(text)) {
    const base = told.get(name) ?? told.get(name.replace(/_(?:bucket|sum|count)$/, ''))
    for (const label of Object.keys(labels)) if (label !== 'le') base?.labels.add(label)
  }
  return told
}

test.group('Figures', (group) => {
  const ports = { web: 0, worker: 0 }
  let web: WebProcess
  let worker: WorkerProcess
  let smtp: SmtpHost
  let tenant: Tenant
  let client: ApiClient
  const texts = { web: '', worker: '' }
  let told: string[]

  group.setup(async () => {
    await emptyOutbox()
    ;[ports.web, ports.worker] = [await freePort(), await freePort()]
    smtp = await SmtpHost.open()
    const takenAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
    const backup = { id: randomUUID(), takenAt, finishedAt: takenAt, files: 1, bytes: 1 }
    await BackupRecord.noteVerified(backup as BackupManifest)
    tenant = await makeTenant({ name: 'Canary Company', plan: 'business', hasPassword: true })
    client = await ApiClient.of(tenant, 'live')
    ;[web, worker] = await Promise.all([
      WebProcess.start({ METRICS_PORT: String(ports.web) }),
      WorkerProcess.start({
        METRICS_PORT: String(ports.worker),
        SMTP_PORT: String(smtp.port),
      }).isAtWork(),
    ])
    told = await traffic()
    texts.web = (await scrape(ports.web)).text
    return async () => {
      await asSuperuser(Cell.named('main').database, (superuser) =>
        superuser.query('delete from platform.backups where id = $1', [backup.id])
      )
      await Promise.all([web.stop(), worker.stop(), smtp.close()])
    }
  })

  /** What people and programs do, with names that nothing else has. @returns all of these names */
  async function traffic(): Promise<string[]> {
    const headers = { host: client.host, authorization: `Bearer ${client.secret}` }
    const call = (path: string, more: object = {}) =>
      ask({ origin: web.origin, path, headers, ...more })
    const url = 'http://127.0.0.1:9/canary-hook'
    await call('/api/v1/webhooks', { method: 'POST', json: { url } })
    const file = Buffer.from(await makePdf()).toString('base64')
    const json = { title: TITLE, file, signers: [SIGNER] }
    const sent = await call('/api/v1/documents', { method: 'POST', json })
    if (sent.status !== 201) throw new Error(sent.text)
    const id = String(sent.body.id)
    await call(`/api/v1/documents/${id}`)
    const broken = { ...json, file: Buffer.from('%PDF-canary').toString('base64') }
    await call('/api/v1/documents', { method: 'POST', json: broken })
    const [{ url: link }] = sent.body.signerLinks as { url: string }[]
    const page = (path: string, host = client.host) =>
      request(`${web.origin}${path}`, { headers: { host } }).then(({ body }) => body.dump())
    await page(new URL(link).pathname)
    await page('/canary-nowhere?canary=1')
    await page('/', 'canary.invalid')
    await until(() => smtp.received.length > 0)
    await until(async () => {
      texts.worker = (await scrape(ports.worker)).text
      return total(texts.worker, 'webhook_attempts_total', { outcome: 'pending' }) > 0
    })
    const owner = await ownerOf(tenant)
    const token = new URL(link).pathname.split('/')[2]
    const short = tenant.id.replace(/^ten_/, '')
    return [
      ...['canary', 'Canary', owner.email, SIGNER.email, token, client.secret, client.host],
      ...[tenant.id, short, tenant.slug, id, '127.0.0.1', env.get('PLATFORM_DOMAIN')],
    ]
  }

  test('are told by web and worker in the format that Prometheus reads', async ({ assert }) => {
    const { headers, status } = await scrape(ports.web)
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
    for (const text of Object.values(texts)) {
      const checked = spawnSync(promtool, ['check', 'metrics'], { input: text })
      // 3 is its opinion of names: only what Node’s own figures are called may be criticised
      assert.isTrue(checked.status === 0 || checked.status === 3, String(checked.stderr))
      assert.notMatch(String(checked.stderr), /^countersign_/m)
      assert.match(text, /^nodejs_eventloop_lag_p99_seconds \S+$/m)
    }
  })

  test('have names that promtool has nothing against, also those without a value so far', ({
    assert,
  }) => {
    const figuresOfBoth = new Map([...toldIn(texts.web), ...toldIn(texts.worker)])
    const valued = [...figuresOfBoth]
      .filter(([, { type }]) => type !== 'histogram')
      .map(([name, { type }]) => `# HELP ${name} What.\n# TYPE ${name} ${type}\n${name} 1\n`)
    const checked = spawnSync(promtool, ['check', 'metrics'], { input: valued.join('') })
    assert.equal(String(checked.stderr), '')
    assert.equal(checked.status, 0)
  })

  test('count requests by pattern, method and class of status', ({ assert }) => {
    const requests = (labels: Record<string, string>) =>
      total(texts.web, 'http_request_duration_seconds_count', { surface: 'tenant', ...labels })
    const documents = { route: '/api/v1/documents', method: 'POST' }
    assert.equal(requests({ ...documents, status: '2xx' }), 1)
    assert.equal(requests({ ...documents, status: '4xx' }), 1)
    assert.equal(requests({ route: '/api/v1/documents/:id', status: '2xx' }), 1)
    assert.isAbove(requests({ route: 'none', status: '4xx' }), 0)
    const unknown = { surface: 'none', route: 'none', status: '4xx' }
    assert.equal(total(texts.web, 'http_request_duration_seconds_count', unknown), 1)
  })

  test('tell of uploads and requests that are turned away before any was', ({ assert }) => {
    const named = (name: string, label: string) =>
      linesOf(texts.web)
        .filter((line) => line.name === `countersign_${name}`)
        .map(({ labels, value }) => [labels[label], value])
    const intake = new Map(named('intake_files_total', 'outcome') as [string, number][])
    assert.deepEqual([intake.get('intake_busy'), intake.get('intake_killed')], [0, 0])
    assert.sameDeepMembers(named('requests_shed_total', 'reason'), [
      ['queue_full', 0],
      ['waited', 0],
    ])
  })

  test('say why files were refused, how connections are used, and how long one waits for them', ({
    assert,
  }) => {
    assert.equal(total(texts.web, 'intake_files_total', { outcome: 'accepted' }), 1)
    assert.equal(total(texts.web, 'intake_files_total', { outcome: 'pdf_malformed' }), 1)
    const names = linesOf(texts.web)
      .filter(({ name }) => name === 'countersign_database_pool_connections')
      .map(({ labels }) => `${labels.pool} ${labels.state}`)
    assert.includeMembers(names, ['platform used', 'cell:main free', 'cell:main waiting'])
    assert.isAbove(total(texts.web, 'database_pool_wait_seconds_count', { pool: 'cell:main' }), 0)
  })

  test('of a worker say what waits, what was mailed and delivered, and how old things are', ({
    assert,
  }) => {
    const text = texts.worker
    assert.equal(total(text, 'installation_figures_fresh'), 1)
    assert.isAbove(total(text, 'mails_total', { outcome: 'accepted' }), 0)
    assert.isAbove(total(text, 'work', { cell: 'main', kind: 'expire', state: 'later' }), 0)
    assert.isAbove(total(text, 'tenants', { cell: 'main', latest: 'true' }), 0)
    const jobs = linesOf(text).filter(({ name }) => name === 'countersign_job_age_seconds')
    assert.include(
      jobs.map(({ labels }) => labels.name),
      'audit checkpoint'
    )
    const period = (name: string) => total(text, 'job_period_seconds', { cell: 'main', name })
    assert.equal(period('health samples'), 60 * period('public log'))
    assert.isAbove(period('public log'), 0)
  })

  test('tell how old backups are, and how much room is left on the disks of each process', ({
    assert,
  }) => {
    assert.closeTo(total(texts.worker, 'backup_age_seconds'), 3 * 3600, 600)
    assert.closeTo(total(texts.worker, 'backup_verified_age_seconds'), 0, 600)
    for (const text of Object.values(texts)) {
      const disks = linesOf(text).filter(({ name }) => name === 'countersign_disk_free_ratio')
      assert.includeMembers(
        disks.map(({ labels }) => labels.folder),
        ['keys', 'storage']
      )
      for (const { value } of disks) assert.isTrue(value > 0 && value <= 1, String(value))
    }
  })

  test('tell of each way in which a seal can fail before any has', ({ assert }) => {
    const named = new Map(
      linesOf(texts.worker)
        .filter(({ name }) => name === 'countersign_seal_duration_seconds_count')
        .map(({ labels, value }) => [labels.outcome, value])
    )
    const failures = [
      ...[new SealFailed(''), new SealImpossible(''), new NotOurPdf('')],
      new SignatureImageUnreadable(),
    ]
    for (const failure of failures) assert.equal(named.get(codeOf(failure)), 0)
    assert.equal(named.get('evidence_contradicted'), 0)
  })

  test('name no tenant, no person, no id, no host and no address', ({ assert }) => {
    for (const [process, text] of Object.entries(texts)) {
      const found = told.filter((canary) => text.includes(canary))
      assert.deepEqual(found, [], process)
      const words = linesOf(text).flatMap(({ labels }) => Object.values(labels))
      const odd = words.filter((word) => /@|\b[a-z]{2,4}_(?=\w*\d)\w{8,}|^t_/.test(word))
      assert.deepEqual(odd, [], process)
    }
  })

  test('are those of docs/deploy/monitoring.md, with their types and labels', ({ assert }) => {
    const page = readFileSync(app.makePath('docs/deploy/monitoring.md'), 'utf8')
    const rows = [...page.matchAll(/^\| `(countersign_\w+)` \| (\w+) \| ([^|]*) \| ([^|]*) \|/gm)]
    const written = new Map(
      rows.map(([, name, type, labels, by]) => [
        name,
        { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label), by: by.trim() },
      ])
    )
    const byProcess = { web: toldIn(texts.web), worker: toldIn(texts.worker) }
    const served = new Set([...byProcess.web.keys(), ...byProcess.worker.keys()])
    assert.sameMembers([...written.keys()], [...served])
    for (const [process, found] of Object.entries(byProcess))
      for (const [name, { type, labels }] of found) {
        assert.equal(written.get(name)?.type, type, name)
        assert.includeMembers(written.get(name)?.labels ?? [], [...labels], `${name} of ${process}`)
      }
  })

  test('answer on loopback alone, by GET alone, and nothing else is there', async ({ assert }) => {
    const post = await request(`http://127.0.0.1:${ports.web}/metrics`, { method: 'POST' })
    assert.equal(post.statusCode, 405)
    for (const path of ['/', '/login', '/api/health/ready', '/metrics/x'])
      assert.equal((await scrape(ports.web, path)).status, 404)
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((at) => at && !at.internal && at.family === 'IPv4')
    if (outside)
      await assert.rejects(
        () => request(`http://${outside.address}:${ports.web}/metrics`),
        /ECONNREFUSED/
      )
    const ofVisitors = await request(`${web.origin}/metrics`, { headers: { host: client.host } })
    assert.equal(ofVisitors.statusCode, 404)
  })

  test('say of a worker whether it is live and ready', async ({ assert }) => {
    assert.equal((await scrape(ports.worker, '/live')).text, '{"status":"live"}')
    assert.equal((await scrape(ports.worker, '/ready')).text, '{"status":"ready"}')
  })

  for (const login of ['app', 'relay', 'migrator'] as const)
    test(`say of a worker that it is not ready while the login ${login} is refused`, async ({
      cleanup,
    }) => {
      cleanup(() => RefusedLogin.letIn(login))
      const says = (text: string) =>
        until(async () => (await scrape(ports.worker, '/ready')).text === text)
      await says('{"status":"ready"}')
      await RefusedLogin.refuse(login)
      await says('{"status":"unavailable","failing":["database"]}')
      await RefusedLogin.letIn(login)
      await says('{"status":"ready"}')
    })
})

test.group('Figures | elsewhere', () => {
  test('are told to nobody where no port is set', async ({ assert }) => {
    assert.isUndefined(process.env.METRICS_PORT)
    assert.isNull(await FiguresServer.open({ isWorker: false, busyWith: () => null }))
  })

  test('do not ask the database for those of a web process, and say of a worker that it is away', async ({
    assert,
    cleanup,
  }) => {
    const database = new URL(env.get('DATABASE_URL'))
    const line = new CutLine({ host: database.hostname, port: Number(database.port || 5432) })
    await line.join()
    cleanup(() => line.cut())
    database.host = `127.0.0.1:${line.port}`
    const ports = [await freePort(), await freePort()]
    const settings = { DATABASE_URL: database.href, LOG_LEVEL: 'fatal' }
    const web = await WebProcess.start({ ...settings, METRICS_PORT: String(ports[0]) })
    cleanup(() => web.kill())
    const worker = WorkerProcess.start({ ...settings, METRICS_PORT: String(ports[1]) })
    cleanup(() => worker.kill())
    await until(async () => (await scrape(ports[1], '/ready').catch(() => null))?.status === 200)
    await line.cut()
    const { status, text } = await scrape(ports[0])
    assert.equal(status, 200)
    assert.equal(total(text, 'database_pool_connections', { state: 'waiting' }), 0)
    await until(
      async () => total((await scrape(ports[1])).text, 'installation_figures_fresh') === 0
    )
    const late = await scrape(ports[1])
    assert.notMatch(late.text, /^countersign_work\{/m)
    assert.match(late.text, /^countersign_installation_figures_fresh 0$/m)
    await until(async () => (await scrape(ports[1], '/ready')).status === 503)
    const ready = await scrape(ports[1], '/ready')
    assert.deepEqual(JSON.parse(ready.text).failing, ['database'])
    assert.equal(ready.headers['retry-after'], '5')
    assert.equal((await scrape(ports[1], '/live')).status, 200)
  })
})
