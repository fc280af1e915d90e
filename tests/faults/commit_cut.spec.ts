import { test } from '@japa/runner'
import env from '#start/env'
import { CommitLine, type Break } from '#tests/support/commit_line'
import { CommittingSurfaces } from '#tests/support/committing_surfaces'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'

/** Whether the change is stored all the same. */
const BREAKS: [where: Break, isStored: boolean][] = [
  ['before', false],
  ['within', false],
  ['during', true],
  ['after', true],
]

test.group('A connection that breaks at COMMIT', (group) => {
  let surfaces: CommittingSurfaces
  let line: CommitLine
  let web: WebProcess

  group.setup(async () => {
    surfaces = await CommittingSurfaces.open()
    const database = new URL(env.get('DATABASE_URL'))
    line = new CommitLine({ host: database.hostname, port: Number(database.port || 5432) })
    database.host = `127.0.0.1:${await line.open()}`
    web = await WebProcess.start({ DATABASE_URL: database.href, LOG_LEVEL: 'error' })
    return async () => {
      await web.stop()
      line.close()
    }
  })

  for (const [where, isStored] of BREAKS) {
    test(`${where} it reached PostgreSQL: nobody is told that it was done, and it is done once`, async ({
      assert,
    }) => {
      for (const [name, make] of Object.entries(surfaces.kinds)) {
        const change = await make()
        const broken = line.breakNext(where, change.table)
        const unknown = await change.ask(web.origin)
        await broken
        assert.equal(unknown.status, 503, `${name}: ${unknown.text}`)
        assert.match(String(unknown.headers['retry-after']), /^\d+$/, name)
        assert.match(unknown.text, /outcome_unknown|cannot tell whether that worked/, name)
        if (isStored) await until(() => change.isDone())
        assert.equal(await change.isDone(), isStored, name)

        const again = await change.ask(web.origin)
        if (isStored) assert.equal(again.status, change.again, `${name}: ${again.text}`)
        else assert.isBelow(again.status, 400, `${name}: ${again.text}`)
        assert.isTrue(await change.isDone(), name)
      }
    })
  }
})
