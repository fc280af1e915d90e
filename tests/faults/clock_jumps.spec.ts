import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { standardConsent } from '#app/signing/consent'
import { ApiClient, ask, hostOfTenant } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { ownerOf, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { emptyOutbox } from '#tests/support/outbox_view'
import { codeFrom, withSecondFactor } from '#tests/support/second_factor'
import { settableClock } from '#tests/support/settable_clock'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'
import { Subscriber } from './subscriber.js'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Longer than answers are kept for an Idempotency-Key, codes of authenticators count. */
const JUMP_MS = 30 * HOUR_MS
const SENT = 6

/** How often a process said that it follows another clock from now on. */
const turns = (output: string) => output.match(/this machine's clock is (?:wrong|right)/g)?.length

test.group('Clocks of web and worker that are set while they run', (group) => {
  let subscriber: Subscriber
  let web: WebProcess
  let worker: WorkerProcess
  let file: string

  const settings = { ...settableClock(0, JUMP_MS, 0, -JUMP_MS), LOG_LEVEL: 'info' }

  // each on its own: where one fails, those before it are cleaned up
  group.setup(async () => {
    await emptyOutbox()
    file = Buffer.from(await makePdf()).toString('base64')
    subscriber = await Subscriber.open()
    return () => subscriber.close()
  })
  group.setup(() => {
    worker = WorkerProcess.start(settings)
    return () => worker.kill()
  })
  group.setup(async () => {
    web = await WebProcess.start(settings)
    return () => web.kill()
  })
  group.setup(async () => {
    await worker.isAtWork()
  })

  const jump = () => [web, worker].forEach((process) => process.send('SIGUSR2'))
  const at = (path: string, json: unknown) =>
    ask({
      origin: web.origin,
      method: 'POST',
      path,
      json,
      headers: { 'host': hostOfTenant(subscriber.tenant), 'sec-fetch-site': 'same-origin' },
    })

  function send(client: ApiClient, title: string) {
    const json = { title, file, signers: [{ name: 'Ana', email: 'ana@example.test' }] }
    return client.ask({
      origin: web.origin,
      method: 'POST',
      path: '/api/v1/documents',
      headers: { 'idempotency-key': title },
      json,
    })
  }

  async function sign(url: string): Promise<void> {
    const { pathname } = new URL(url)
    const consent = { accepted: 'yes', consentVersion: standardConsent('en').version }
    await at(`${pathname}/consent`, consent)
    await at(`${pathname}/viewed`, {})
    const signature = { kind: 'typed', text: 'Ana' }
    const { status, text } = await at(`${pathname}/finish`, { values: {}, signature })
    if (status !== 200) throw new Error(text)
  }

  test('end no session, key or link, let nobody in, repeat no answer and no delivery, and date nothing wrong', async ({
    assert,
  }) => {
    const { tenant } = subscriber
    const owner = await withPassword(tenant, await ownerOf(tenant))
    const { secret } = await withSecondFactor(tenant, owner)
    const ending = (inMs: number) =>
      ApiClient.of(tenant, 'live', { expiresAt: new Date(Date.now() + inMs) })
    const [client, ended] = [await ending(HOUR_MS), await ending(-HOUR_MS)]
    const member = await Visitor.as(tenant)
    const began = Date.now()
    const first = await send(client, 'before')

    const works = async (title: string) => {
      const sent = await send(client, title)
      assert.equal(sent.status, 201, sent.text)
      assert.equal((await send(client, title)).body.id, sent.body.id, title)
      assert.equal((await send(client, 'before')).body.id, first.body.id, title)
      const refused = await ended.ask({ origin: web.origin, path: '/api/v1/documents' })
      assert.equal(refused.body.error?.code, 'expired_key', title)
      const page = await member.ask({ origin: web.origin, path: '/documents' })
      assert.equal(page.status, 200, title)
      const [link] = sent.body.signerLinks as { url: string }[]
      await sign(link.url)
    }
    for (const [index, jumped] of ['ahead', 'right', 'behind'].entries()) {
      jump()
      await works(`${jumped},at-once`)
      await until(() => [web, worker].every(({ output }) => turns(output) === index + 1))
      await works(`${jumped},compared`)
    }

    const documents = await subscriber.within(async () => {
      const completed = () => Document.query().where('status', 'completed')
      await until(async () => (await completed()).length === SENT, 2 * MINUTE_MS)
      return completed()
    })
    const moments = documents.flatMap(({ createdAt, completedAt }) => [createdAt, completedAt])
    for (const moment of moments) {
      assert.isAtLeast(Number(moment), began - MINUTE_MS)
      assert.isAtMost(Number(moment), Date.now() + MINUTE_MS)
    }
    await subscriber.delivered(documents.length, 2 * MINUTE_MS)
    assert.isTrue([...subscriber.arrivals.values()].every((times) => times === 1))

    const visitor = new Visitor(tenant, owner)
    const form = (values: Record<string, string>) => ({
      origin: web.origin,
      method: 'POST' as const,
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: String(new URLSearchParams(values)),
    })
    await visitor.ask({ path: '/login', ...form({ email: owner.email, password: PASSWORD }) })
    await visitor.ask({ path: '/login/code', ...form({ code: codeFrom(secret) }) })
    assert.isTrue(visitor.cookies.has('session'))
  })
})
