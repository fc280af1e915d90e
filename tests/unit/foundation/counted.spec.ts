import { test } from '@japa/runner'
import { counted } from '#app/foundation/counted'

test.group('Counted', () => {
  test('is one of what there is one of, and several of all else', ({ assert }) => {
    assert.equal(counted(1, 'tenant'), '1 tenant')
    assert.equal(counted(0, 'tenant'), '0 tenants')
    assert.equal(counted(1_204, 'entry', 'entries'), '1,204 entries')
  })
})
