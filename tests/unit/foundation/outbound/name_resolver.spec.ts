import { hostname as machineName } from 'node:os'

import { test } from '@japa/runner'

import { namesFrom, systemNames } from '#app/foundation/outbound/name_resolver'

import { NameServer } from './name_server.js'

test.group('Name resolver', () => {
  test('finds the addresses of {hostname}, in both families')
    .with([
      { hostname: 'both.example', found: ['93.184.215.14', '10.0.0.1', '2606:4700::1111'] },
      { hostname: 'BOTH.example', found: ['93.184.215.14', '10.0.0.1', '2606:4700::1111'] },
      { hostname: 'four.example', found: ['93.184.215.14'] },
      { hostname: 'six.example', found: ['2606:4700::1111'] },
    ])
    .run(async ({ assert, cleanup }, { hostname, found }) => {
      const server = await NameServer.knowing({
        'both.example': { 4: ['93.184.215.14', '10.0.0.1'], 6: ['2606:4700::1111'] },
        'four.example': { 4: ['93.184.215.14'] },
        'six.example': { 6: ['2606:4700::1111'] },
      })
      cleanup(() => server.close())
      const addresses = await namesFrom([server.place])(hostname)
      assert.deepEqual(
        addresses,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      )
    })

  test('rejects a name that does not exist, or has no address', async ({ assert, cleanup }) => {
    const server = await NameServer.knowing({ 'bare.example': {} })
    cleanup(() => server.close())
    const resolve = namesFrom([server.place])
    await assert.rejects(() => resolve('missing.example'), /ENOTFOUND/)
    await assert.rejects(() => resolve('bare.example'), /ENODATA/)
  })

  test('finds names below localhost on loopback without asking', async ({ assert }) => {
    const loopback = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
    assert.deepEqual(await namesFrom(['127.0.0.1:9'])('acme.localhost'), loopback)
    assert.deepEqual(await systemNames('acme.localhost'), loopback)
  })

  test('knows no name of the machine’s own', async ({ assert, cleanup }) => {
    const server = await NameServer.knowing({})
    cleanup(() => server.close())
    await assert.rejects(() => namesFrom([server.place])(machineName()), /ENOTFOUND/)
  })
})
