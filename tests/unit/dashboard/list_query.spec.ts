import { test } from '@japa/runner'
import { choiceOf, listQuery } from '#app/dashboard/list_query'

const KNOWN = { pending: 'Pending', failed: 'Failed' }

test.group('List query', () => {
  test('takes only what there is to choose', ({ assert }) => {
    assert.equal(choiceOf(KNOWN, 'failed'), 'failed')
    for (const made of ['toString', 'FAILED', undefined, ['failed'], 1])
      assert.equal(choiceOf(KNOWN, made), '')
  })

  test('is no part of the address when nothing was asked', ({ assert }) => {
    assert.equal(listQuery({ q: '', status: '' }, null), '')
  })

  test('keeps what was asked, and the place in the list behind it', ({ assert }) => {
    const after = { createdAt: new Date(36), id: 'del_1' }
    assert.equal(listQuery({ q: 'a&b', status: '' }, after), '?q=a%26b&after=10-del_1')
  })
})
