import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'

interface Ports {
  freePort(...wished: number[]): Promise<number>
  exactPort(text: string, name: string): Promise<number>
}

const file = new URL('../../../bin/services/ports.mjs', import.meta.url).href
const { freePort, exactPort } = (await import(file)) as Ports

async function takenPort(host: string) {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test.group('Ports', () => {
  test('passes over a wished port that somebody has, on whichever address', async ({ assert }) => {
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const taken = await takenPort(host)
      assert.notEqual(await freePort(taken.port), taken.port)
      taken.close()
    }
  })

  test('gives no port out twice', async ({ assert }) => {
    const first = await freePort()
    assert.notEqual(await freePort(first), first)
  })

  test('says that the port asked for by name is taken, rather than choosing another', async ({
    assert,
  }) => {
    const taken = await takenPort('127.0.0.1')
    await assert.rejects(
      () => exactPort(String(taken.port), 'PORT'),
      /is taken. Choose another with PORT/
    )
    taken.close()
  })

  test('says that a word is no port', async ({ assert }) => {
    await assert.rejects(() => exactPort('http', 'PORT'), 'PORT=http is not a port.')
  })
})
