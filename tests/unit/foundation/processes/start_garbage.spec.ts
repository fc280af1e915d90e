import { getHeapSpaceStatistics } from 'node:v8'
import { test } from '@japa/runner'
import { releaseStartGarbage } from '#app/foundation/processes/start_garbage'

const youngHeapBytes = () =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')!.space_size

/** As modules that load do: what outlives a collection makes the young heap grow. */
function growYoungHeap(): void {
  const kept: object[] = []
  for (let count = 0; count < 600_000; count += 1) kept.push({ count, text: `module ${count}` })
}

test.group('The garbage of a start', () => {
  test('is given back to the system', ({ assert }) => {
    growYoungHeap()
    const before = youngHeapBytes()
    releaseStartGarbage(true)
    assert.isBelow(youngHeapBytes(), before / 4)
  })
})
