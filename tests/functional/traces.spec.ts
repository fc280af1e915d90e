import { globSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Tracing } from '#app/foundation/tracing/tracing'
import { standardConsent } from '#app/signing/consent'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { emptyOutbox } from '#tests/support/outbox_view'
import { Receiver } from '#tests/support/receiver'
import { SmtpHost } from '#tests/support/smtp_host'
import { TraceCollector, type CollectedSpan } from '#tests/support/trace_collector'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'

const SIGNER = { name: 'Canary Signer', email: 'signer@canary-mail.test' }
const TITLE = 'Canary title'
/** What a stranger’s request brings along. */
const STRANGE = '00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01'

test.group('Traces', (group) => {
  let collector: TraceCollector
  let receiver: Receiver
  let smtp: SmtpHost
  let web: WebProcess
  let worker: WorkerProcess
  let tenant: Tenant
  let secrets: string[]
  let requestId: string
  let finishId: string

  group.setup(async () => {
    await emptyOutbox()
    ;[collector, receiver, smtp] = [
      await TraceCollector.open(),
      await Receiver.open(),
      await SmtpHost.open(),
    ]
    tenant = await makeTenant({ name: 'Canary Company', plan: 'business', hasPassword: true })
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, LOG_LEVEL: 'info' }
    ;[web, worker] = await Promise.all([
      WebProcess.start(settings),
      WorkerProcess.start({ ...settings, SMTP_PORT: String(smtp.port) }).isAtWork(),
    ])
    await traffic()
    return async () => {
      await Promise.all([web.stop(), worker.stop()])
      await Promise.all([collector.close(), receiver.close(), smtp.close()])
    }
  })

  async function traffic(): Promise<void> {
    const client = await ApiClient.of(tenant, 'live')
    const headers = {
      host: client.host,
      authorization: `Bearer ${client.secret}`,
      traceparent: STRANGE,
    }
    const call = (path: string, more: object = {}) =>
      ask({ origin: web.origin, path, headers, ...more })
    await call('/api/v1/webhooks', { method: 'POST', json: { url: receiver.url } })
    const file = Buffer.from(await makePdf()).toString('base64')
    const json = { title: TITLE, file, signers: [SIGNER] }
    const sent = await call('/api/v1/documents', { method: 'POST', json })
    if (sent.status !== 201) throw new Error(sent.text)
    requestId = String(sent.headers['x-request-id'])
    const [{ url }] = sent.body.signerLinks as { url: string }[]
    await ask({ origin: web.origin, path: new URL(url).pathname, headers: { host: client.host } })
    await ask({ origin: web.origin, path: '/canary?canary=1', headers: { host: client.host } })
    const documentId = String(sent.body.id)
    // before anybody signs: who has signed is not invited any more
    await until(() => ['webhook request', 'mail'].every((name) => line(name).length > 0))
    await finish(new URL(url).pathname, client.host)
    const last = ['seal', 'work seal', 'POST /sign/:token/finish', 'GET /sign/:token', 'GET none']
    await until(() => last.every((name) => spans(name)[0]))
    await until(() => collector.lineOf(spans('seal')[0]).length > 3)
    const token = new URL(url).pathname.split('/')[2]
    secrets = [
      ...['canary', 'Canary', SIGNER.email, token, client.secret, client.host, receiver.url],
      ...[tenant.id, tenant.id.replace(/^ten_/, ''), tenant.slug, documentId],
    ]
  }

  /** The signer's own requests, of which the last completes the document. */
  async function finish(path: string, host: string): Promise<void> {
    const headers = { host, 'sec-fetch-site': 'same-origin', 'user-agent': 'Browser/1.0' }
    const consent = { accepted: 'yes', consentVersion: standardConsent('en').version }
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'origin': 'null' }
    const post = (step: string, more: object) =>
      ask({ origin: web.origin, method: 'POST', path: `${path}/${step}`, headers, ...more })
    const body = String(new URLSearchParams(consent))
    await post('consent', { body, headers: { ...headers, ...form } })
    await post('viewed', {})
    const signature = { kind: 'typed', text: SIGNER.name }
    const finished = await post('finish', { json: { values: {}, signature } })
    if (finished.status !== 200) throw new Error(finished.text)
    finishId = String(finished.headers['x-request-id'])
  }

  const spans = (name: string) => collector.spans.filter((span) => span.name === name)
  const namesOf = (line: readonly CollectedSpan[]) => line.map(({ name }) => name)
  /** From a span of this name to the request that it came of; empty as long as not all of them have arrived. */
  const line = (name: string) =>
    spans(name)
      .map((span) => collector.lineOf(span))
      .find((found) => found.at(-1)?.attributes['request.id'] === requestId) ?? []

  test('lead from a request to the webhook that came of it, through the worker', ({ assert }) => {
    const ofWebhook = line('webhook request')
    assert.deepEqual(namesOf(ofWebhook), [
      'webhook request',
      'work webhooks.deliver',
      'unit',
      'POST /api/v1/documents',
    ])
    assert.lengthOf(new Set(ofWebhook.map(({ traceId }) => traceId)), 1)
    assert.deepEqual(
      ofWebhook.map(({ service }) => service.replace('countersign-', '')),
      ['worker', 'worker', 'web', 'web']
    )
  })

  test('lead from a request to the mail that came of it', ({ assert }) => {
    assert.deepEqual(namesOf(line('mail')), [
      'mail',
      'work mail.invite',
      'unit',
      'POST /api/v1/documents',
    ])
  })

  test('lead from the request of the last signer to the seal', ({ assert }) => {
    const [seal] = spans('seal')
    const ofSeal = collector.lineOf(seal)
    assert.deepEqual(namesOf(ofSeal), ['seal', 'work seal', 'unit', 'POST /sign/:token/finish'])
    assert.equal(ofSeal.at(-1)?.attributes['request.id'], finishId)
    assert.lengthOf(new Set(ofSeal.map(({ traceId }) => traceId)), 1)
  })

  test('say of a request its method, pattern and status', ({ assert }) => {
    const [{ attributes, kind, status, parentSpanId }] = spans('POST /api/v1/documents')
    assert.containsSubset(attributes, {
      'http.request.method': 'POST',
      'http.route': '/api/v1/documents',
      'http.response.status_code': 201,
      'request.id': requestId,
    })
    assert.equal(kind, 2)
    assert.notEqual(status?.code, 2)
    assert.isNotOk(parentSpanId)
    assert.lengthOf(spans('GET /sign/:token'), 1)
    assert.lengthOf(spans('GET none'), 1)
  })

  test('take over no trace of strangers', ({ assert }) => {
    assert.notInclude(collector.text, STRANGE.split('-')[1])
  })

  test('hold no name, address, token or id', ({ assert }) => {
    const found = secrets.filter((secret) => collector.text.includes(secret))
    assert.deepEqual(found, [])
    assert.deepEqual([...new Set(collector.paths)], ['/v1/traces'])
  })
})

test.group('Traces | where nobody collects them', () => {
  test('begin nothing, and load nothing that could', async ({ assert }) => {
    assert.isFalse(Tracing.isOn)
    assert.isUndefined(Tracing.begin({ name: 'x' }))
    assert.equal(await Tracing.span({ name: 'x' }, async () => 7), 7)
    const importing = globSync('{app,bin,config,start}/**/*.ts', { cwd: app.makePath() }).filter(
      (file) =>
        /from '(?:@opentelemetry\/|[^']*otlp_tracer)/.test(readFileSync(app.makePath(file), 'utf8'))
    )
    assert.isNotEmpty(importing)
    assert.deepEqual(
      importing.filter((file) => !file.startsWith('app/monitoring/tracing/')),
      []
    )
    const begin = readFileSync(app.makePath('app/monitoring/tracing/begin_tracing.ts'), 'utf8')
    assert.notMatch(begin, /^import .*(?:otlp|opentelemetry)/m)
  })

  test('do not keep anybody from working where their collector is away', async ({
    assert,
    cleanup,
  }) => {
    const web = await WebProcess.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      LOG_LEVEL: 'info',
    })
    cleanup(() => web.kill())
    const tenant = await makeTenant()
    const { host } = await ApiClient.of(tenant, 'live')
    assert.equal((await ask({ origin: web.origin, path: '/login', headers: { host } })).status, 200)
    await web.stop()
  })
})
