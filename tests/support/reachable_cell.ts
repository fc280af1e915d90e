import db from '@adonisjs/lucid/services/db'
import { CellOfItsOwn } from './cell_of_its_own.js'
import { loginSecrets } from '#config/cells'
import { loginUrl } from '#app/tenancy/connections/login'

interface Connection {
  connection: { connectionString: string }
}

/** A second cell whose tenants this process can enter, as if `CELLS` had named it. */
export async function openReachableCell(): Promise<CellOfItsOwn> {
  const own = await CellOfItsOwn.open()
  const main = db.manager.get('cell:main')?.config as unknown as Connection
  const connection = {
    ...main.connection,
    connectionString: loginUrl(own.base, 'app', loginSecrets),
  }
  db.manager.add(`cell:${own.cell.name}`, { ...main, connection } as never)
  return own
}

/** Its connections end with its database. */
export async function closeReachableCell(own: CellOfItsOwn): Promise<void> {
  await own.close()
  void db.manager.release(`cell:${own.cell.name}`)
}

/** What another process needs in its environment to know the cell too. */
export const cellsVariable = (own: CellOfItsOwn) => `${own.cell.name}=${own.base}`
