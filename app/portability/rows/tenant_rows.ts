import type { ClientBase } from 'pg'
import { scopesOf, CELL_ROWS } from './cell_rows.js'
import { readLines, type Lines } from './rows.js'
import { qualified, tablesOf, type Table } from './table.js'

/** The rows of one table of a tenant, or of one that the tenants of a cell share. */
export interface Part {
  readonly place: Table['place'] | 'cell'
  readonly name: string
  readonly lines: Lines
}

/** Which schemas a tenant has, and at which version each is. */
export type Versions = Partial<Record<Table['place'], number>>

/** All that a cell holds of a tenant, read in one transaction that sees one moment, in an order in which it can be written again. */
export class TenantRows {
  constructor(
    private client: ClientBase,
    private tenantId: string
  ) {}

  /** What is read within is as it was when it began. @param locks  are taken before that moment */
  static async atOneMoment<T>(client: ClientBase, work: () => Promise<T>, locks = ''): Promise<T> {
    await client.query(`begin isolation level repeatable read; ${locks}`)
    try {
      return await work()
    } finally {
      await client.query('rollback') // nothing was written
    }
  }

  async versions(): Promise<Versions> {
    const tables = await tablesOf(this.client, this.tenantId)
    const places = new Map(tables.map(({ schema, place }) => [schema, place]))
    const { rows } = await this.client.query<{ schema_name: string; version: number }>(
      'select schema_name, version from cell.ledger where schema_name = any ($1)',
      [[...places.keys()]]
    )
    return Object.fromEntries(rows.map((row) => [places.get(row.schema_name), row.version]))
  }

  /** @param isWanted  leaves tables out */
  async *parts(isWanted: (table: Table) => boolean = () => true): AsyncGenerator<Part> {
    for (const table of await tablesOf(this.client, this.tenantId)) {
      if (isWanted(table)) yield { place: table.place, name: table.name, lines: this.#rows(table) }
    }
    for (const { name, read } of CELL_ROWS)
      yield { place: 'cell', name, lines: readLines(this.client, read, scopesOf(this.tenantId)) }
  }

  /** In the order of the key, which is also that of a chain's links. */
  #rows(table: Table): Lines {
    const order =
      table.key.length > 0 ? `order by ${table.key.map((name) => `"${name}"`).join(', ')}` : ''
    const columns = table.columns.map((name) => `"${name}"`).join(', ')
    return readLines(this.client, `select ${columns} from ${qualified(table)} ${order}`)
  }
}
