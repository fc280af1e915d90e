import { test } from '@japa/runner'
import { Patience } from '#app/tenancy/connections/patience'
import { WaitingRoom, type Room } from '#app/tenancy/connections/waiting_room'
import type Overloaded from '#app/tenancy/errors/overloaded'

const ROOM = { pool: 'cell:main', places: 4, placesOfOne: 2, waiters: 10, withinMs: 5_000 }

/** A room, and who has come in so far, in order. */
function opened(more: Partial<Room> = {}) {
  const room = new WaitingRoom({ ...ROOM, ...more })
  const entered: string[] = []
  const refused: string[] = []
  const come = (who: string, patience = new Patience()) => {
    const [tenant] = who
    return room.enter(tenant, patience).then(
      () => void entered.push(who),
      (error: Overloaded) => void refused.push(`${who} ${error.surplus}`)
    )
  }
  return { room, entered, refused, come }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Of a request that had a connection before. */
function begun(): Patience {
  const patience = new Patience()
  patience.hasBegun = true
  return patience
}

/** Of one that has changed something. */
function halfway(): Promise<Patience> {
  return Patience.during(async () => {
    Patience.noteStored()
    return Patience.current!
  })
}

test.group('Waiting room', () => {
  test('gives one tenant its share at most, and the rest to others', async ({ assert }) => {
    const { room, entered, come } = opened()
    for (const who of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void come(who)
    await settled()
    assert.deepEqual(entered, ['a1', 'a2', 'b1', 'b2'])
    room.leave('b')
    await settled()
    assert.deepEqual(entered.slice(4), ['c1'], 'a has its share already')
    room.leave('a')
    await settled()
    assert.deepEqual(entered.slice(5), ['a3'])
  })

  test('gives free places in turns, however many of one tenant wait', async ({ assert }) => {
    const { room, entered, come } = opened({ places: 1, placesOfOne: 1 })
    for (const who of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) void come(who)
    for (const tenant of ['a', 'a', 'b', 'c', 'a', 'b']) {
      await settled()
      room.leave(tenant)
    }
    await settled()
    assert.deepEqual(entered, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('turns away who has waited for the longest time, and nobody sooner', async ({ assert }) => {
    const { room, entered, refused, come } = opened({ places: 1, placesOfOne: 1, withinMs: 60 })
    await come('a1')
    const startedAt = performance.now()
    await come('b1')
    const waitedMs = performance.now() - startedAt
    assert.deepEqual(refused, ['b1 waited'])
    assert.isTrue(waitedMs >= 55 && waitedMs < 1_000, String(waitedMs))
    const later = come('b2')
    room.leave('a')
    await later
    assert.deepEqual(entered, ['a1', 'b2'])
  })

  test('takes the place of a flood for those who come later, where too many wait', async ({
    assert,
  }) => {
    const { refused, come } = opened({ places: 1, placesOfOne: 1, waiters: 3 })
    for (const who of ['a1', 'a2', 'a3', 'a4']) void come(who)
    await settled()
    assert.deepEqual(refused, [])
    void come('a5')
    void come('b1')
    await settled()
    assert.deepEqual(refused, ['a5 queue_full', 'a4 queue_full'])
  })

  test('lets who has begun go first, and keeps waiting who has stored something', async ({
    assert,
  }) => {
    const { room, entered, refused, come } = opened({
      ...{ places: 1, placesOfOne: 1, waiters: 3, withinMs: 60 },
    })
    await come('a1')
    const stored = Object.assign(await halfway(), { hasBegun: true })
    void come('a2')
    void come('a3', begun())
    void come('a4', stored)
    void come('a5')
    await new Promise((resolve) => setTimeout(resolve, 80))
    assert.sameMembers(refused, ['a5 queue_full', 'a2 waited', 'a3 waited'])
    assert.equal(refused[0], 'a5 queue_full', 'at once')
    void come('a6')
    room.leave('a')
    await settled()
    assert.deepEqual(entered, ['a1', 'a4'])
  })

  test('has all places free again, however many came, were turned away and left', async ({
    assert,
  }) => {
    const { room, entered, refused, come } = opened({ places: 2, placesOfOne: 1, withinMs: 1 })
    for (let round = 0; round < 100; round += 1) {
      const from = entered.length
      const all = ['a', 'b', 'c', 'a'].map((tenant) => come(tenant + round))
      if (round % 3 === 0) await Promise.allSettled([settled(), ...all.slice(2)])
      for (let next = from; next < from + 2; next += 1) {
        await settled()
        room.leave(entered[next][0])
      }
      await Promise.all(all)
      for (const who of entered.slice(from + 2)) room.leave(who[0])
    }
    assert.isAbove(refused.length, 50)
    const last = entered.length
    await Promise.all([come('x1'), come('y1')])
    assert.deepEqual(entered.slice(last), ['x1', 'y1'])
    assert.equal(room.waiting, 0)
  })
})

test.group('Patience', () => {
  test('is over when the request is answered: what it left to be done waits with nobody', async ({
    assert,
  }) => {
    let later: Promise<Patience | null> | undefined
    await Patience.during(async () => {
      assert.isNotNull(Patience.current)
      assert.isNull(Patience.aside(() => Patience.current))
      later = new Promise((resolve) => setTimeout(() => resolve(Patience.current), 5))
    })
    assert.isNull(await later)
    assert.isNull(Patience.current)
  })
})
