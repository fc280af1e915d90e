import { connect } from 'node:net'
import { once } from 'node:events'
import { FormData } from 'undici'
import { test } from '@japa/runner'
import env from '#start/env'
import { intake } from '#app/sealing/intake/intake'
import { hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { forgetCounts } from '#tests/support/redis_counts'
import { until } from '#tests/support/until'

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

  test('is not kept waiting by two who send theirs a byte at a time', async ({
    assert,
    cleanup,
  }) => {
    const tenant = await makeTenant()
    for (let of = 0; of < 2; of += 1) {
      const socket = connect(Number(env.get('PORT')), env.get('HOST'))
      cleanup(() => void socket.destroy())
      socket.on('error', () => {})
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
    }
    const { status } = await check(new Visitor(tenant))
    assert.equal(status, 200)
  })
})
