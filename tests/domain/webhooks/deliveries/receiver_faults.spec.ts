import { createServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import { timeScale } from '#app/foundation/time_scale'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import Delivery from '#app/webhooks/deliveries/delivery'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { speedUpTimers } from '#tests/support/faster_timers'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'
import { Receiver as SecureReceiver } from '#tests/unit/foundation/outbound/receiver'
import { selfSigned } from '#tests/unit/foundation/outbound/self_signed'

/** Where the time is to run out: fifteen seconds become less than one. */
const SPEED_UP = 0.05
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n'

type Fault = (socket: Socket) => void

const FAULTS: [string, string, Fault, RegExp][] = [
  ['hangs', 'http', () => {}, /^timeout/],
  ['hangs before TLS', 'https', () => {}, /^timeout/],
  ['drips its answer', 'http', drip, /^timeout/],
  ['resets the connection', 'http', (socket) => socket.resetAndDestroy(), /^closed/],
  ['hangs up within its answer', 'http', (socket) => socket.end(HEAD + 'x'), /^closed/],
  ['speaks no HTTP', 'http', (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'), /^answer/],
  ['speaks no TLS', 'https', (socket) => socket.write('HTTP/1.1 400 Bad\r\n\r\n'), /^tls/],
  ['sends headers without end', 'http', flood, /^answer/],
]

function drip(socket: Socket): void {
  socket.write(HEAD)
  const timer = setInterval(() => socket.write('x'), 20)
  socket.once('close', () => clearInterval(timer))
}

function flood(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n' + `X-Long: ${'x'.repeat(1_000)}\r\n`.repeat(64))
}

test.group('Delivery | to a receiver that', (group) => {
  let tenant: Tenant
  let sound: Receiver

  group.each.setup(async () => {
    tenant = await makeTenant()
    sound = await Receiver.open()
    return async () => {
      timeScale.set(1)
      await sound.close()
    }
  })

  const within = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const deliveriesOf = ({ id }: Endpoint) =>
    within(() => Delivery.withAttempts().where('endpoint_id', id).orderBy('id'))

  /** One event to the faulty receiver and to a sound one. */
  const deliver = async (url: string, speedUp = 1) => {
    const faulty = await within(() => Endpoint.register({ url }))
    const other = await within(() => Endpoint.register({ url: sound.url }))
    await within(() => makeEvent())
    timeScale.set(speedUp)
    await doWork(tenant, 'webhooks.deliver')
    const [delivery] = await deliveriesOf(faulty.endpoint)
    const [delivered] = await deliveriesOf(other.endpoint)
    return { delivery, delivered, endpoint: faulty.endpoint }
  }

  test('{0} is tried again, and others get theirs')
    .with(FAULTS)
    .run(async ({ assert, cleanup }, [, scheme, fault, error]) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket.on('error', () => {}))
        socket.once('data', () => fault(socket))
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      cleanup(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
      const { port } = server.address() as AddressInfo
      const speedUp = error.test('timeout') ? SPEED_UP : 1
      const { delivery, delivered } = await deliver(`${scheme}://127.0.0.1:${port}/`, speedUp)
      assert.equal(delivered.status, 'delivered')
      assert.equal(delivery.status, 'pending')
      assert.isNotNull(delivery.nextAttemptAt)
      assert.lengthOf(delivery.attempts, 1)
      assert.isNull(delivery.attempts[0].statusCode)
      assert.match(delivery.attempts[0].error ?? '', error)
    })

  test('hangs is given up after fifteen seconds', async ({ assert, cleanup }) => {
    const server = await SecureReceiver.silent()
    cleanup(() => server.close())
    const { endpoint } = await within(() =>
      Endpoint.register({ url: `http://127.0.0.1:${server.port}/` })
    )
    await within(() => makeEvent())
    const waits = speedUpTimers(cleanup, 12_000, 15_000)
    await doWork(tenant, 'webhooks.deliver')
    const [{ attempts }] = await deliveriesOf(endpoint)
    assert.match(attempts[0].error ?? '', /^timeout/)
    assert.lengthOf(waits, 1)
  })

  test('answers without end is read for 64 KiB, and then let go', async ({ assert, cleanup }) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(70_000)}`)
      )
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    cleanup(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { delivery } = await deliver(`http://127.0.0.1:${port}/`, 4 * SPEED_UP)
    assert.equal(delivery.status, 'delivered')
    assert.equal(delivery.attempts[0].statusCode, 200)
  })

  test('shows a certificate that nobody vouches for is told nothing', async ({
    assert,
    cleanup,
  }) => {
    const asked: string[] = []
    const server = await SecureReceiver.https(
      await selfSigned('localhost'),
      (request, response) => {
        asked.push(request.url ?? '')
        response.end()
      }
    )
    cleanup(() => server.close())
    const { delivery, delivered } = await deliver(`https://localhost:${server.port}/`)
    assert.equal(delivered.status, 'delivered')
    assert.match(delivery.attempts[0].error ?? '', /^tls \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)
    assert.isEmpty(asked)
  })

  test('answers with a bomb is kept as it came, never unpacked', async ({ assert }) => {
    const bomb = await Receiver.open()
    bomb.answers(() => ({ headers: { 'content-encoding': 'gzip' }, body: BOMB }))
    const { delivery } = await deliver(bomb.url)
    await bomb.close()
    assert.equal(delivery.status, 'delivered')
    assert.isAtMost(delivery.attempts[0].responseExcerpt!.length, 8_192)
    assert.notInclude(delivery.attempts[0].responseExcerpt, '\0')
  })
})
