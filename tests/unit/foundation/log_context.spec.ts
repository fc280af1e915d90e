import { test } from '@japa/runner'
import { logContext, logMarks } from '#app/foundation/log_context'
import { Tracing, type Span } from '#app/foundation/tracing/tracing'

test.group('A line of the log', (group) => {
  group.each.teardown(() => Tracing.close())

  test('says nothing of requests and traces where there are none', ({ assert }) => {
    assert.deepEqual(logMarks(), {})
  })

  test('names its request and its trace, also after something was awaited', async ({ assert }) => {
    const current = { traceId: 'a'.repeat(32) } as Span
    Tracing.use({ current, begin: () => current, close: async () => {} })
    await logContext.run({ requestId: 'req_1' }, async () => {
      await new Promise(setImmediate)
      assert.deepEqual(logMarks(), { requestId: 'req_1', traceId: current.traceId })
    })
    assert.deepEqual(logMarks(), { traceId: current.traceId })
  })
})
