import { createHmac } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { test } from '@japa/runner'
import type { EventName } from '#app/events/event_name'
import { AuditTrail } from '#app/audit/audit_trail'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import Delivery from '#app/webhooks/deliveries/delivery'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { makeDocument } from '#tests/factories/document_factory'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'

const PLACE = { page: 1, x: 60, width: 180, height: 30 } as const
const SIGNER = {
  name: 'Ana Buyer',
  email: 'ana@example.test',
  fields: [{ ...PLACE, type: 'text' as const, y: 200 }],
}

const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16))
    )
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

test.group('Dashboard | inspector of webhooks', (group) => {
  let acme: Tenant
  let olga: Visitor
  let receiver: Receiver
  let endpoint: Endpoint
  let secret: string
  let path: string

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    receiver = await Receiver.open()
    ;({ endpoint, secret } = await register())
    path = `/settings/webhooks/${endpoint.id}`
    return () => receiver.close()
  })

  const within = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const register = async () => {
    const made = await within(() => Endpoint.register({ url: receiver.url }))
    return { endpoint: made.endpoint, secret: made.secret.release() }
  }
  const deliver = async () => {
    await doWork(acme, 'webhooks.deliver')
  }
  const happen = async (...names: EventName[]) => {
    for (const name of names) await within(() => makeEvent(name, { note: "it's <b>" }))
    await deliver()
  }
  const deliveries = (of = endpoint) =>
    within(() => Delivery.query().where('endpoint_id', of.id).orderBy('created_at').orderBy('id'))
  const said = async (answer: Awaited<ReturnType<Visitor['post']>>) =>
    plain((await olga.followed(answer)).text)

  test('lists deliveries by event, status and time, and lets itself be refreshed', async ({
    assert,
  }) => {
    await happen('document.sent')
    receiver.answers(() => ({ status: 410 }))
    await happen('document.viewed')
    const [sent, viewed] = await deliveries()
    const listed = async (query: string) => {
      const { text } = await olga.get(path + query)
      return [sent, viewed].filter(({ id }) => text.includes(`/deliveries/${id}"`))
    }
    assert.lengthOf(await listed(''), 2)
    assert.deepEqual(await listed('?status=failed'), [viewed])
    assert.deepEqual(await listed('?event=document.sent'), [sent])
    assert.lengthOf(await listed('?since=1h&status=&event='), 2)
    await within(() =>
      CurrentTenant.batch([
        {
          text: `update webhook_deliveries set created_at = created_at - interval '2 hours' where id = $1`,
          values: [sent.id],
        },
      ])
    )
    assert.deepEqual(await listed('?since=1h'), [viewed])
    assert.lengthOf(await listed('?since=x&status[]=failed&event=%00&after=zz'), 2)
    const { text } = await olga.get(`${path}?status=failed`)
    assert.include(text, `href="${path}?status=failed"`)
    assert.include(text, 'up-poll')
    assert.include((await olga.get(`${path}?status=pending`)).text, 'No delivery matches')
  })

  test('pages through more than fit, and skips none', async ({ assert }) => {
    await happen('document.sent')
    const [{ eventId }] = await deliveries()
    await within(() =>
      CurrentTenant.batch([
        {
          text: `insert into webhook_deliveries (id, endpoint_id, event_id, event, status, replay_of, created_at)
                 select 'del_01m7y3b4440afeee55e5w4v8' || chr(97 + n / 20) || chr(97 + n % 20 % 8), $1, $2, 'document.sent', 'delivered', 'x', now()
                   from generate_series(0, 59) n on conflict do nothing`,
          values: [endpoint.id, eventId],
        },
      ])
    )
    const ids = (html: string) =>
      [...html.matchAll(/\/deliveries\/(del_\w+)"/g)].map(([, id]) => id)
    const all = (await deliveries()).length
    const first = await olga.get(path)
    const [, older] = /href="([^"]+after=[^"]+)"/.exec(first.text) ?? []
    const seen = [...ids(first.text), ...(older ? ids((await olga.get(older)).text) : [])]
    assert.lengthOf(new Set(seen), all)
  })

  test('shows the values that a webhook was sent, and checks signatures over them', async ({
    assert,
  }) => {
    await within(() => endpoint.revise({ includeValues: true }, { assertMayReadValues: () => {} }))
    const { id: documentId } = await within(() => makeDocument({ signers: [SIGNER] }))
    await sign(acme, documentId, SIGNER.email)
    await deliver()
    const signed = (await deliveries()).find(({ event }) => event === 'document.signed')!
    const call = receiver.calls.find(({ headers }) => headers['x-service-delivery'] === signed.id)!
    assert.include(call.body, '"value":"As agreed"')
    const at = `${path}/deliveries/${signed.id}`
    assert.include(plain((await olga.get(at)).text), call.body)
    const signature = String(call.headers['x-service-signature'])
    assert.include((await olga.post(`${at}/signature`, { signature })).text, 'Right')

    const disclosed = async (action: string) => {
      const entries = await within(() => AuditTrail.read(documentId))
      return entries.filter((entry) => entry.action === action).map(({ body }) => body.actor.id)
    }
    const owner = (await ownerOf(acme)).id
    assert.deepEqual(await disclosed('values.disclosed'), [owner])
    const other = await olga.get(`${path}/deliveries/${(await deliveries())[0].id}`)
    assert.equal(other.status, 200)
    assert.deepEqual(await disclosed('values.disclosed'), [owner])
    await within(() => endpoint.revise({ includeValues: false }))
    const { text } = await olga.get(at)
    assert.notInclude(text, 'As agreed')
    assert.include(text, 'only while the webhook asks for values')
    const checked = await olga.post(`${at}/signature`, { signature })
    assert.include(checked.text, 'Right', 'the values are part of what was signed')
    assert.notInclude(checked.text, 'As agreed')
  })

  test('records who reads there what signers asked and were answered', async ({ assert }) => {
    await within(() => endpoint.revise({ includeValues: true }, { assertMayReadValues: () => {} }))
    const link = await SigningLink.of(acme, await within(() => makeDocument()))
    await link.submit('/ask', { kind: 'question', message: 'Is the garage included?' })
    await deliver()
    const asked = (await deliveries()).find(({ event }) => event === 'signer.asked')!
    const recorded = async () => {
      const entries = await within(() => AuditTrail.read(link.documentId))
      return entries.map(({ action }) => action).filter((action) => /\.disclosed$/.test(action))
    }
    const again = await olga.post(`${path}/deliveries/${asked.id}/replay`, {})
    assert.equal(again.status, 303)
    assert.deepEqual(await recorded(), [], 'sending again shows nobody anything')
    const page = await olga.get(`${path}/deliveries/${asked.id}`)
    assert.include(page.text, 'Is the garage included?')
    assert.deepEqual(await recorded(), ['questions.disclosed'])
  })

  test('shows each attempt with what was sent, what came back and what it means', async ({
    assert,
  }) => {
    receiver.answers(() => ({ status: 503, headers: { server: 'gate' }, body: 'No <backend>' }))
    await happen('document.sent')
    const [{ id }] = await deliveries()
    const { text, status } = await olga.get(`${path}/deliveries/${id}`)
    assert.equal(status, 200)
    assert.notInclude(text, '<backend>')
    const [{ body, headers }] = receiver.calls
    const words = plain(text)
    for (const part of [
      body,
      `X-Service-Signature: ${headers['x-service-signature']}`,
      `webhook-signature: ${headers['webhook-signature']}`,
      'X-Service-Attempt: 1',
      'Attempt 1: 503',
      'cannot reach it',
      'server: gate',
      'No <backend>',
      '127.0.0.1',
      'first byte',
      receiver.url,
    ])
      assert.include(words, part)
    assert.notInclude(text, secret)
  })

  test('gives the request to take away, which a shell sends byte for byte', async ({ assert }) => {
    await happen('document.sent')
    const [{ id }] = await deliveries()
    const { text } = await olga.get(`${path}/deliveries/${id}`)
    const [, hidden] = /id="curl-1">([^]*?)<\/span>/.exec(text) ?? []
    const command = plain(hidden)
    const printed = execFileSync('bash', ['-c', command.replace(/^curl/, `printf '%s\\n'`)])
    const [call] = receiver.calls
    assert.include(printed.toString(), `\n${call.body}\n`)
    assert.include(
      printed.toString(),
      `X-Service-Signature: ${call.headers['x-service-signature']}`
    )
  })

  test('says whether a signature is valid, and what is wrong with it', async ({ assert }) => {
    await happen('document.sent')
    const [{ id }] = await deliveries()
    const check = async (signature: string) =>
      olga.post(`${path}/deliveries/${id}/signature`, { signature })
    const [{ body, headers }] = receiver.calls
    assert.include((await check(String(headers['x-service-signature']))).text, 'Right: this is X-')
    assert.include(
      (await check(String(headers['webhook-signature']))).text,
      'Right: this is webhook'
    )
    const mistaken = createHmac('sha256', secret).update(`${body}\n`).digest('hex')
    assert.include((await check(mistaken)).text, 'given a line break')
    assert.include((await check('nonsense')).text, 'not a signature of this request')
    const empty = await check(' ')
    assert.equal(empty.status, 422)
    assert.include(empty.text, 'Paste what your code computed.')
    assert.equal((await check('x'.repeat(501))).status, 422)
  })

  test('sends one or a selection again, to this endpoint or another', async ({ assert }) => {
    const { endpoint: other } = await register()
    await happen('document.sent', 'document.viewed', 'document.signed')
    const [first, second] = await deliveries()
    const one = await olga.post(`${path}/deliveries/${first.id}/replay`, { to: other.id })
    assert.include(await said(one), 'Sending it again.')
    const many = await olga.post(`${path}/replays`, {
      'deliveries[]': [first.id, second.id, 'rubbish'],
      'to': '',
    })
    assert.include(await said(many), 'Sending 2 deliveries again.')
    assert.lengthOf(await deliveries(), 5)
    assert.lengthOf(await deliveries(other), 4)
    assert.include(await said(await olga.post(`${path}/replays`)), 'nothing to send again')
    const stranger = await olga.post(`${path}/replays`, { 'deliveries[]': first.id, 'to': 'wh_x' })
    assert.equal(stranger.status, 404)
  })

  test('sends what was missed since a time, and says what is wrong with one', async ({
    assert,
  }) => {
    receiver.answers(() => ({ status: 500 }))
    await happen('document.sent')
    await within(() => endpoint.disable('failing'))
    await happen('document.viewed')
    const enabled = await olga.post(`${path}/enable`)
    assert.match(String(enabled.headers.location), /\/replays\/new\?since=\d{4}-/)
    const offer = await olga.followed(enabled)
    assert.include(plain(offer.text), 'Since the time below')
    const [, since] =
      /name="since"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="since"/
        .exec(offer.text)
        ?.filter(Boolean) ?? []
    assert.match(since, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
    await doWork(acme, 'webhooks.deliver', { early: true })
    assert.include(await said(await olga.post(`${path}/replays`, { since })), 'Sending ')
    for (const [wrong, says] of [
      ['', 'Enter a day and a time.'],
      ['yesterday', 'Enter a day and a time.'],
      ['2999-01-01T00:00', 'This time is in the future.'],
      ['2001-01-01T00:00', 'Events are kept for 30 days.'],
    ]) {
      const refused = await olga.post(`${path}/replays`, { since: wrong })
      assert.equal(refused.status, 422)
      assert.include(refused.text, says)
    }
  })

  test('pauses an endpoint, which then drops nothing, and resumes it', async ({ assert }) => {
    assert.include(await said(await olga.post(`${path}/pause`)), 'The endpoint is paused.')
    await happen('document.sent')
    assert.isEmpty(receiver.calls)
    assert.include((await olga.get(path)).text, 'none is lost')
    assert.include(await said(await olga.post(`${path}/enable`)), 'Deliveries have resumed.')
    await doWork(acme, 'webhooks.deliver')
    assert.lengthOf(receiver.calls, 1)
  })

  test('changes address, name and events, and keeps what was typed where it is wrong', async ({
    assert,
  }) => {
    const form = await olga.get(`${path}/edit`)
    assert.include(form.text, receiver.url)
    const url = `${receiver.url}/other`
    const done = await olga.post(path, { url, 'name': 'CRM', 'events[]': ['document.sent'] })
    assert.include(await said(done), 'The endpoint has been changed.')
    const changed = await within(() => Endpoint.findOrFail(endpoint.id))
    assert.containsSubset(changed, { url, name: 'CRM', events: ['document.sent'] })
    const wrong = await olga.post(path, { 'url': 'ftp://x', 'name': 'Kept', 'events[]': '*' })
    assert.equal(wrong.status, 422)
    assert.include(wrong.text, 'Kept')
    assert.include(wrong.text, 'url-error')
  })

  test('replaces the secret: both sign until the new one is to sign alone', async ({ assert }) => {
    assert.equal((await olga.get(`${path}/secret`)).status, 200)
    const made = await olga.post(`${path}/secret`, { immediate: '0' })
    const [next] = /whsec_[A-Za-z0-9+/]{43}=/.exec(made.text) ?? ['']
    assert.notEqual(next, secret)
    await happen('document.sent')
    const digest = (key: string, body: string) =>
      `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
    const [first] = receiver.calls
    assert.equal(first.headers['x-service-signature'], digest(secret, first.body))
    assert.include(plain((await olga.get(path)).text), 'Use only the new secret')
    await olga.post(`${path}/secret/activate`)
    await happen('document.viewed')
    const [, second] = receiver.calls
    assert.equal(second.headers['x-service-signature'], digest(next, second.body))
    assert.notInclude((await olga.get(path)).text, next)
    const [, atOnce] =
      /(whsec_[A-Za-z0-9+/]{43}=)/.exec(
        (await olga.post(`${path}/secret`, { immediate: '1' })).text
      ) ?? []
    await happen('document.signed')
    assert.equal(
      receiver.calls[2].headers['x-service-signature'],
      digest(atOnce, receiver.calls[2].body)
    )
  })
})
