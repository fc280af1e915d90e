import { connect } from 'node:net'
import { once } from 'node:events'
import { FormData } from 'undici'
import { test } from '@japa/runner'
import env from '#start/env'
import { intake } from '#app/sealing/intake/intake'
import { hostOfTenant } from '#tests/factories/api_client'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { forgetCounts } from '#tests/support/redis_counts'
import { until } from '#tests/support/until'

/** An address of this machine that no other test comes from. */
const ELSEWHERE = '127.0.0.2'

interface Slow {
  answer: string
}

test.group('Verification of many files', (group) => {
  group.each.setup(() => () => forgetCounts('verify:*'))

  const check = (visitor: Visitor) => {
    const form = new FormData()
    form.set('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'a.pdf')
    return visitor.upload('/verify', form)
  }

  test('leaves one process of the intake to uploads', async ({ assert, cleanup }) => {
    const visitor = new Visitor(await makeTenant())
    const { verify } = intake
    const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
    cleanup(() => void (intake.verify = verify))
    let [inside, most] = [0, 0]
    intake.verify = async (...asked) => {
      inside += 1
      most = Math.max(most, inside)
      await go
      inside -= 1
      return verify.apply(intake, asked)
    }
    const checks = Array.from({ length: 5 }, () => check(visitor))
    await until(() => inside > 0)
    setTimeout(letGo, 1_000)
    await Promise.all(checks)
    assert.isAtLeast(most, 1)
    assert.isBelow(most, intake.maxProcesses)
  })

  /** Sends the beginning of a file, and no more. @returns the first line of what is answered, should something be */
  async function slowCheck(tenant: Tenant, cleanup: (end: () => void) => void): Promise<Slow> {
    const [port, host] = [Number(env.get('PORT')), env.get('HOST')]
    const socket = connect({ port, host, localAddress: ELSEWHERE })
    cleanup(() => void socket.destroy())
    socket.on('error', () => {})
    const slow: Slow = { answer: '' }
    socket.on('data', (bytes) => (slow.answer += bytes.toString('latin1').split('\r\n')[0]))
    await once(socket, 'connect')
    socket.write(
      [
        'POST /verify HTTP/1.1',
        `Host: ${hostOfTenant(tenant)}`,
        'Sec-Fetch-Site: same-origin',
        'Content-Type: multipart/form-data; boundary=line',
        'Content-Length: 1000000',
        '',
        '--line',
      ].join('\r\n')
    )
    return slow
  }

  test('takes two at a time from one network, and tells the third; another network goes on', async ({
    assert,
    cleanup,
  }) => {
    const tenant = await makeTenant()
    const slow = [
      await slowCheck(tenant, cleanup),
      await slowCheck(tenant, cleanup),
      await slowCheck(tenant, cleanup),
    ]
    await until(() => slow.some(({ answer }) => answer !== ''))
    assert.deepEqual(slow.map(({ answer }) => answer).sort(), [
      '',
      '',
      'HTTP/1.1 429 Too Many Requests',
    ])
    const { status } = await check(new Visitor(tenant))
    assert.equal(status, 200)
  })
})
