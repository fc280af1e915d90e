/** The web process of the bench: as in production, and it counts the statements that leave for PostgreSQL. */
import pg from 'pg'
import { application } from '../../../bin/application.js'

let statements = 0
const { bind } = pg.Connection.prototype
pg.Connection.prototype.bind = function (this: pg.Connection, ...given: unknown[]) {
  statements += 1
  return Reflect.apply(bind, this, given)
}

await application().httpServer().start()

process.on('disconnect', () => process.exit()) // the bench has ended, however it did
process.on('message', () => process.send?.({ statements }))
process.send?.('listening')
