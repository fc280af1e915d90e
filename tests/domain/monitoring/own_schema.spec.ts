import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from '@japa/runner'
import { cells } from '#config/cells'
import { checkSchema } from '#app/monitoring/doctor/database_checks'
import { ownSchema } from '#app/monitoring/own_schema'
import { Readiness } from '#app/monitoring/readiness'
import { CellOfItsOwn } from '#tests/support/cell_of_its_own'

test.group('Schema of this release', () => {
  test('is missed in a further cell, which is named', async ({ assert, cleanup }) => {
    const own = await CellOfItsOwn.open()
    cleanup(() => own.close())
    assert.deepEqual(await ownSchema(5_000), { missing: [], unread: [] })
    await own.asSuperuser((superuser) =>
      superuser.query(
        `update cell.ledger set steps = steps - '0005_clock.sql' where template = 'cell'`
      )
    )
    const missing = [`cell/0005_clock.sql in the cell ${own.cell.name}`]
    assert.deepEqual(await ownSchema(5_000), { missing, unread: [] })
  })

  test('takes no process away because a further cell says nothing', async ({ assert, cleanup }) => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const known = cells as Map<string, string>
    known.set('silent', `postgres://silent@127.0.0.1:${port}/silent`)
    const sockets = new Set<Socket>()
    silent.on('connection', (socket) => sockets.add(socket.on('error', () => {})))
    cleanup(() => {
      known.delete('silent')
      silent.close()
      for (const socket of sockets) socket.destroy()
    })
    assert.deepEqual(await new Readiness().failing(), [])
    const [{ state, says }] = await checkSchema()
    assert.equal(state, 'warning')
    assert.match(says, /cell silent could not be read/)
  })
})
