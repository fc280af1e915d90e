import { test } from '@japa/runner'
import { Occupancy, takeTurns, type Lane } from '#app/queue/relay/lanes'

const works = (scope: string, count: number, lane = ''): (Lane & { id: string })[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${scope}${lane}${index}`, scope, lane }))
const ids = (chosen: { id: string }[]) => chosen.map(({ id }) => id)
const laneCap = (most: number) => () => most
const wide = { tenantCap: 100, laneCap: laneCap(100) }

test.group('Lanes', () => {
  test('give the first of every lane its turn before the second of any', ({ assert }) => {
    const chosen = takeTurns([...works('a', 3), ...works('b', 1)], new Occupancy(), wide, 3)
    assert.deepEqual(ids(chosen), ['a0', 'b0', 'a1'])
  })

  test('give one lane all the room when nobody else is there', ({ assert }) => {
    assert.lengthOf(takeTurns(works('a', 30), new Occupancy(), wide, 20), 20)
  })

  test('keep a lane below its cap, what is given out already included', ({ assert }) => {
    const occupancy = new Occupancy([{ scope: 'a', lane: 'x', count: 2 }])
    const due = [...works('a', 5, 'x'), ...works('a', 5, 'y')]
    const chosen = takeTurns(due, occupancy, { tenantCap: 100, laneCap: laneCap(3) }, 20)
    assert.deepEqual(ids(chosen), ['ax0', 'ay0', 'ay1', 'ay2'])
  })

  test('keep a tenant below its cap, however many lanes it has', ({ assert }) => {
    const due = ['x', 'y', 'z'].flatMap((lane) => works('a', 5, lane))
    const chosen = takeTurns(
      [...due, ...works('b', 2)],
      new Occupancy(),
      { tenantCap: 4, laneCap: laneCap(3) },
      20
    )
    assert.equal(chosen.filter(({ scope }) => scope === 'a').length, 4)
    assert.equal(chosen.filter(({ scope }) => scope === 'b').length, 2)
  })

  test('give the kind its turn of which the least is given out, in whatever lane it waits', ({
    assert,
  }) => {
    const ofKind = (kind: string, due: ReturnType<typeof works>) =>
      due.map((work) => ({ ...work, id: `${kind} ${work.id}`, kind }))
    const due = [
      ...ofKind('invite', [...works('a', 5), ...works('b', 5)]),
      ...ofKind('notice', works('a', 2)),
      ...ofKind('copy', works('c', 1)),
    ]
    const busy = [{ scope: 'z', lane: '', kind: 'notice', count: 1 }]
    const chosen = takeTurns(due, new Occupancy(busy), wide, 5)
    assert.deepEqual(ids(chosen), ['invite a0', 'copy c0', 'invite b0', 'notice a0', 'invite a1'])
  })

  test('keep a kind below its cap, what is given out already included', ({ assert }) => {
    const due = works('a', 5).map((work) => ({ ...work, kind: 'stamp' }))
    const caps = { ...wide, kindCaps: new Map([['stamp', 3]]) }
    const busy = [{ scope: 'b', lane: '', kind: 'stamp', count: 1 }]
    assert.deepEqual(ids(takeTurns(due, new Occupancy(busy), caps, 20)), ['a0', 'a1'])
  })
})
