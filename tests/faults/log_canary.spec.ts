import { test } from '@japa/runner'
import type { FormData } from 'undici'
import { ApiClient, ask, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { ownerOf, PASSWORD, withPassword } from '#tests/support/dashboard_visitor'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { sendSealSecrets } from '#tests/support/seal_canaries'
import { RedisProcess } from '#tests/support/redis_process'
import { PHONE, SMS_SECRET, SmsHost } from '#tests/support/sms_host'
import { SmtpHost } from '#tests/support/smtp_host'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'

/** A worker that an earlier test killed may have kept the work of its kind until its lease ends. */
const PATIENCE_MS = 400_000

const LOUD = { LOG_LEVEL: 'trace' }
const MESSAGE = 'For your eyes only, dear Ana'
const TITLE = 'Sale of the blue house'
const WRONG_CODE = 'tulip-4711-guess'

interface Sent {
  headers?: object
  method?: 'POST'
  body?: string | FormData
}

test.group('The log', (group) => {
  let web: WebProcess
  let worker: WorkerProcess
  let smtp: SmtpHost
  let sms: SmsHost

  group.each.setup(async () => {
    await emptyOutbox()
    ;[smtp, sms] = await Promise.all([SmtpHost.open(), SmsHost.open()])
    const settings = { ...LOUD, ...sms.settings, SMTP_PORT: String(smtp.port) }
    ;[web, worker] = await Promise.all([
      WebProcess.start(settings),
      WorkerProcess.start(settings).isAtWork(),
    ])
    return async () => {
      await Promise.all([web.stop(), worker.kill(), smtp.close(), sms.close()])
    }
  })

  test('holds no token, key, secret, password, code, number, address of a link or word of a mail, at its loudest', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'business', hasPassword: true })
    const client = await ApiClient.of(tenant, 'live')
    const owner = await withPassword(tenant, await ownerOf(tenant))
    const { host } = client
    const bearer = { host, authorization: `Bearer ${client.secret}` }
    const call = (path: string, more: object = {}) =>
      ask({ origin: web.origin, path, headers: bearer, ...more })
    const visit = (path: string, more: Sent = {}) =>
      ask({
        origin: web.origin,
        path,
        ...more,
        headers: { host, 'sec-fetch-site': 'same-origin', ...more.headers },
      })

    // the receiver answers nothing: what a failed delivery and a failed mail say is read as well
    const url = 'http://127.0.0.1:9/hook?secret=in-the-address'
    const hook = await call('/api/v1/webhooks', { method: 'POST', json: { url } })
    const sent = await call('/api/v1/documents', { method: 'POST', json: await contract() })
    assert.equal(sent.status, 201)
    const links = (sent.body.signerLinks as { url: string }[]).map((link) => new URL(link.url))
    const tracking = new URL(String(sent.body.trackingUrl)).pathname

    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const logIn = (password: string) =>
      visit('/login', {
        method: 'POST',
        headers: form,
        body: new URLSearchParams({ email: owner.email, password }).toString(),
      })
    const session = cookie(await logIn(PASSWORD))
    await logIn('a wrong guess that is nearly right')
    for (const path of [`${links[0].pathname}x`, tracking, `${tracking}/no`]) await visit(path)
    const page = await visit(links[0].pathname)
    const [, version] = /name="consentVersion" value="([^"]+)"/.exec(page.text) ?? []
    await visit(`${links[0].pathname}/consent`, {
      method: 'POST',
      headers: form,
      body: `consentVersion=${version}&accepted=yes`,
    })
    await visit(`${links[0].pathname}/finish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"signature": "broken',
    })
    const codeAt = `${links[1].pathname}/code`
    const asked = await visit(`${codeAt}/send`, { method: 'POST', headers: form })
    assert.equal(asked.status, 303)
    const browser = { ...form, cookie: `signer_access=${cookie(asked)}` }
    await until(() => sms.calls.length > 0, PATIENCE_MS)
    for (const [code, status] of [
      [WRONG_CODE, 422],
      [sms.code, 303],
    ] as const) {
      const entered = await visit(codeAt, {
        method: 'POST',
        headers: browser,
        body: `code=${code}`,
      })
      assert.equal(entered.status, status)
    }
    const ofSeals = await sendSealSecrets((path, body, carried = '') =>
      visit(path, {
        ...(body !== null && { method: 'POST', body }),
        headers: {
          ...(typeof body === 'string' && form),
          cookie: `session=${session}; ${carried}`,
        },
      })
    )
    assert.deepEqual(ofSeals.answers, [422, 303, 422, 200, 422, 303, 303, 200, 303])
    await call('/api/v1/documents', { headers: { host, authorization: 'Bearer svc_live_canary' } })
    await call('/api/v1/documents', { method: 'POST', json: { nonsense: MESSAGE } })
    await until(() => smtp.received.length > 0, PATIENCE_MS)
    await until(async () =>
      (await outboxRows()).some(({ kind, tries }) => kind === 'webhooks.deliver' && tries > 0)
    )

    const said = web.output + worker.output
    assert.include(said, 'login refused')
    const secrets = {
      'a key': client.secret,
      'a wrong key': 'svc_live_canary',
      'a secret of a webhook': String(hook.body.secret),
      'the query of an address': 'in-the-address',
      'a signing token': links[0].pathname.split('/')[2],
      'a path of signing': '/sign/tok_',
      'a path of tracking': '/track/tok_',
      'a session': session,
      'a password': PASSWORD,
      'a wrong password': 'nearly right',
      'a message': MESSAGE,
      'a title': TITLE,
      'a signer’s address': 'ana@canary.test',
      'a phone number': PHONE.slice(1),
      'the secret of the account for SMS': SMS_SECRET,
      'a wrong code': WRONG_CODE,
      ...ofSeals.secrets,
    }
    const held = Object.entries(secrets).filter(([, secret]) => said.includes(secret))
    assert.deepEqual(
      held.map(([name]) => name),
      []
    )
    // six digits may stand within a time or a number of something else
    assert.notMatch(said, new RegExp(`(?<![\\w.])${sms.code}(?![\\w.])`))
  }).timeout(1_200_000)
})

test.group('The log of a process that Redis refuses', () => {
  test('says so without the password that was wrong', async ({ assert, cleanup }) => {
    const redis = await RedisProcess.open()
    cleanup(() => redis.close())
    await redis.ask((client) => client.config('SET', 'requirepass', 'the-right-password'))
    const wrong = 'tulip-4711-of-redis'
    const address = redis.url.replace('redis://', `redis://:${wrong}@`)
    const settings = { ...LOUD, REDIS_URL: address }
    const web = await WebProcess.begin(settings)
    cleanup(() => web.kill())
    const worker = WorkerProcess.start(settings)
    cleanup(() => worker.kill())
    await until(() => [web, worker].every(({ output }) => output.includes('WRONGPASS')))
    assert.notInclude(web.output + worker.output, wrong)
  })
})

async function contract() {
  const file = Buffer.from(await makePdf()).toString('base64')
  const signers = [
    { name: 'Ana Buyer', email: 'ana@canary.test' },
    { name: 'Ben Seller', email: 'ben@canary.test', oneTimeCode: 'sms', phone: PHONE },
  ]
  return { title: TITLE, message: MESSAGE, file, signers }
}

/** The value of the cookie that an answer sets. */
function cookie({ headers }: Answer): string {
  const [line] = [headers['set-cookie'] ?? []].flat()
  return line.split(';')[0].split('=')[1]
}
