import { test } from '@japa/runner'
import { aceProcess } from '#tests/support/node_process'

test.group('storage:sweep', () => {
  test('refuses a tenant that there is not, and does not say that it swept', async ({ assert }) => {
    const { code, output } = await aceProcess(['storage:sweep', '--tenant=nobody'])
    assert.equal(code, 1)
    assert.include(output, 'No tenant has the slug nobody')
    assert.notInclude(output, 'removed')
  })
})
