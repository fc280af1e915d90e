import type { LookupAddress, LookupOptions } from 'node:dns'
import { request } from 'node:http'

import { test } from '@japa/runner'

import { loopbackLookup } from '#app/foundation/outbound/loopback_lookup'

import { Receiver } from './receiver.js'

function look(hostname: string, options: LookupOptions = {}) {
  return new Promise<string | LookupAddress[]>((resolve, reject) => {
    loopbackLookup(hostname, options, (error, found) => (error ? reject(error) : resolve(found)))
  })
}

test.group('Loopback look-up', () => {
  test('finds {$self} on loopback')
    .with(['localhost', 'acme.localhost', 'a.b.localhost', 'ACME.LocalHost', 'acme.localhost.'])
    .run(async ({ assert }, hostname) => {
      assert.equal(await look(hostname), '127.0.0.1')
    })

  test('gives both families, or the one that is asked for', async ({ assert }) => {
    const four = { address: '127.0.0.1', family: 4 }
    const six = { address: '::1', family: 6 }
    assert.deepEqual(await look('acme.localhost', { all: true }), [four, six])
    assert.deepEqual(await look('acme.localhost', { all: true, family: 6 }), [six])
    assert.deepEqual(await look('acme.localhost', { all: true, family: 'IPv4' }), [four])
    assert.equal(await look('acme.localhost', { family: 6 }), '::1')
  })

  test('leaves other names and addresses to the system', async ({ assert }) => {
    assert.equal(await look('127.0.0.9'), '127.0.0.9')
    await assert.rejects(() => look('localhost.invalid'))
    await assert.rejects(() => look('notlocalhost.invalid'))
  })

  test('takes Node’s own requests to a tenant’s host', async ({ assert, cleanup }) => {
    const receiver = await Receiver.http((asked, answer) => answer.end(asked.headers.host))
    cleanup(() => receiver.close())
    const host = await new Promise<string>((resolve, reject) => {
      const url = `http://acme.localhost:${receiver.port}/`
      request(url, { lookup: loopbackLookup }, (answer) => {
        answer.setEncoding('utf8').once('data', resolve)
      })
        .once('error', reject)
        .end()
    })
    assert.equal(host, `acme.localhost:${receiver.port}`)
  })
})
