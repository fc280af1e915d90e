import { test } from '@japa/runner'
import { CommittingSurfaces } from '#tests/support/committing_surfaces'
import { refusingCommits } from '#tests/support/refused_commit'

test.group('What PostgreSQL refuses at COMMIT', (group) => {
  let surfaces: CommittingSurfaces
  group.setup(async () => {
    surfaces = await CommittingSurfaces.open()
  })

  test('is reported to the caller on every surface, and can be retried', async ({ assert }) => {
    for (const [name, make] of Object.entries(surfaces.kinds)) {
      const change = await make()
      const refused = await refusingCommits(change.table, () => change.ask())
      assert.equal(refused.status, 503, `${name}: ${refused.text}`)
      assert.match(String(refused.headers['retry-after']), /^\d+$/, name)
      assert.isFalse(await change.isDone(), name)

      const done = await change.ask()
      assert.isBelow(done.status, 400, `${name}: ${done.text}`)
      assert.isTrue(await change.isDone(), name)
      assert.equal((await change.ask()).status, change.again, name)
    }
  })
})
