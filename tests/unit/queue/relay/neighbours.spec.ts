import { test } from '@japa/runner'
import { Neighbours } from '#app/queue/relay/neighbours'

const work = (kind: string) => ({ due: [{ kind }], busy: [] }) as never

test.group('Neighbours', () => {
  test('share a kind with the cells that have some of it', ({ assert }) => {
    const neighbours = new Neighbours()
    neighbours.observe('eu', work('seal'))
    neighbours.observe('us', work('seal'))
    neighbours.observe('ap', work('mail.send'))
    assert.equal(neighbours.sharing('eu', 'seal'), 2)
  })

  test('share nothing with a cell that does not answer any more', ({ assert }) => {
    const neighbours = new Neighbours()
    neighbours.observe('eu', work('seal'))
    neighbours.observe('us', work('seal'))
    neighbours.forget('us')
    assert.equal(neighbours.sharing('eu', 'seal'), 1)
    neighbours.observe('us', work('seal'))
    assert.equal(neighbours.sharing('eu', 'seal'), 2)
  })
})
