import { test } from '@japa/runner'
import type { HttpRequest } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'

/** A request as it looks behind a proxy that is trusted. */
const from = (named: string | undefined, remoteAddress?: string) =>
  clientInfo({
    ip: () => named,
    header: () => undefined,
    request: { socket: { remoteAddress } },
  } as unknown as HttpRequest).ipAddress

test.group('Client info', () => {
  test('is from the address that {0} names')
    .with([
      ['9.9.9.9', '9.9.9.9'],
      ['9.9.9.9:1234', '9.9.9.9'],
      ['::ffff:9.9.9.9', '9.9.9.9'],
      ['2001:db8::7', '2001:db8::7'],
      ['[2001:db8::7]', '2001:db8::7'],
      ['[2001:db8::7]:443', '2001:db8::7'],
    ] as const)
    .run(({ assert }, [named, address]) => assert.equal(from(named, '10.0.0.1'), address))

  test('is from the socket’s address where {$self} is none')
    .with(['<script>', 'unknown', '', '9.9.9.9:x', '999.9.9.9', '[::1', '1.2.3.4, 5.6.7.8'])
    .run(({ assert }, named) => assert.equal(from(named, '::ffff:10.0.0.1'), '10.0.0.1'))

  test('of somebody who is gone is from nowhere, and breaks nothing', ({ assert }) => {
    assert.equal(from(undefined), '0.0.0.0')
  })
})
