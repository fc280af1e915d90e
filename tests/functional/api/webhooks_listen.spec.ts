import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Webhook } from 'standardwebhooks'
import env from '#start/env'
import type { EventName } from '#app/events/event_name'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ApiClient, ask, hostOfTenant } from '#tests/factories/api_client'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { aceProcess } from '#tests/support/node_process'
import { Receiver } from '#tests/support/receiver'
import { until } from '#tests/support/until'

test.group('webhooks:listen', () => {
  test('posts what happens from now on, signed with the secret that it prints, until Ctrl-C', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ withSandbox: true })
    const { secret: key } = await ApiClient.of(tenant, 'test')
    const receiver = await Receiver.open()
    const happen = (name: EventName) =>
      CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, () => makeEvent(name))
    await happen('document.sent')

    const host = hostOfTenant(tenant)
    const served = await ask({ path: '/docs/listen.mjs', headers: { host } })
    assert.match(String(served.headers['content-type']), /^text\/javascript/)
    assert.notMatch(served.text, /countersign/i)
    const file = join(await mkdtemp(join(tmpdir(), 'listen-')), 'listen.mjs')
    await writeFile(file, served.text)
    // a developer has this file and a key, and nothing of ours
    const child = spawn(process.execPath, [file, `--forward=${receiver.url}`], {
      env: { API_KEY: key },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output += text.toString()))
    await until(() => output.includes('Listening') || child.exitCode !== null)
    assert.isNull(child.exitCode, output)
    // what was there is passed over when the first page has been read: later events tell when that is
    let event = await happen('document.viewed')
    await until(async () => {
      if (receiver.calls.length === 0) event = await happen('document.viewed')
      await pause(500)
      return receiver.calls.length > 0
    })
    await until(() => receiver.calls.some(({ body }) => body === event.body))

    const [secret] = /whsec_[A-Za-z0-9+/]+=*/.exec(output) ?? ['']
    for (const { headers, body } of receiver.calls) {
      assert.doesNotThrow(() => new Webhook(secret).verify(body, headers as Record<string, string>))
      assert.equal(headers['x-service-event'], 'document.viewed')
    }
    await until(() => output.includes(`document.viewed ${event.id} → 200`))
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    assert.equal(code, 0, output)
    await receiver.close()
  })

  test('is a command that boots nothing, and says in a sentence what it cannot do', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ withSandbox: true })
    const url = `http://${hostOfTenant(tenant)}:${env.get('PORT')}`
    const unknown = `svc_test_${'0'.repeat(44)}`
    for (const [args, says] of [
      [['--help'], '--forward'],
      [['--url=ftp://x', `--key=${unknown}`], '--url must be an address'],
      [[`--url=${url}`, '--key=svc_live_1'], 'A test key is wanted'],
      [[`--url=${url}`, `--key=${unknown}`], 'key'],
    ] as const) {
      const { code, output } = await aceProcess(['webhooks:listen', ...args], { APP_KEY: '' })
      assert.equal(code, args[0] === '--help' ? 0 : 1, output)
      assert.include(output, says)
      assert.notInclude(output, 'node_modules')
    }
  })
})
