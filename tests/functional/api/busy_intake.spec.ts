import { FormData } from 'undici'
import { test } from '@japa/runner'
import { intake } from '#app/sealing/intake/intake'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { childProcesses, commandOf, kill } from '#tests/support/child_processes'
import { until } from '#tests/support/until'

/** More than are examined at once, anywhere. */
const PROCESSES = 4
/** More than may wait. */
const UPLOADS = PROCESSES + 100

const settled = (work: Promise<unknown>[]) => Promise.allSettled(work)

async function examiners(): Promise<number[]> {
  const found: number[] = []
  for (const pid of await childProcesses(process.pid))
    if ((await commandOf(pid)).includes('intake_process')) found.push(pid)
  return found
}

test.group('API | uploads while others wait', () => {
  test('get 503 with Retry-After at once when the queue is full, and are taken when it is not', async ({
    assert,
    cleanup,
  }) => {
    const client = await ApiClient.of(await makeTenant(), 'live')
    const pdf = Buffer.from(await makePdf())
    const upload = () => {
      const body = new FormData()
      body.set('title', 'Contract of sale')
      body.set('signers', JSON.stringify([{ name: 'Ana Buyer', email: 'ana@example.test' }]))
      body.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'sale.pdf')
      const headers = { 'idempotency-key': 'sale-4711' }
      return client.ask({ method: 'POST', path: '/api/v1/documents', headers, body })
    }
    await settled(Array.from({ length: PROCESSES }, () => intake.examine(pdf)))
    const stopped = await examiners()
    const go = () => stopped.forEach((pid) => kill(pid, 'SIGCONT'))
    cleanup(go)

    stopped.forEach((pid) => kill(pid, 'SIGSTOP'))
    let examined = 0
    const waiting = Array.from({ length: UPLOADS }, async () => {
      await intake.examine(pdf)
      examined += 1
    })
    const queue = settled(waiting)
    const refused = await upload()
    assert.equal(refused.status, 503, refused.text)
    assert.equal(refused.body.error?.code, 'unavailable')
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
    assert.equal(examined, 0)

    go()
    await queue
    assert.isAbove(examined, 0)
    await until(async () => (await upload()).status === 201)
    const list = await client.ask({ path: '/api/v1/documents' })
    assert.lengthOf(list.body.data as unknown[], 1)
  })
})
