import { Cell } from '#app/tenancy/cell'
import { CheckpointCopies } from './checkpoint_copies.js'

export interface RestoredEnd {
  cell: string
  /** The numbers of the last checkpoint in the database, and of the last copy outside of it. */
  inDatabase: number
  outside: number
}

const LAST = 'select coalesce(max(number), 0)::int as number from cell.checkpoints'

/** Cells whose database ends before what is known of it outside: it is of an earlier moment. */
export async function cellsOfAnEarlierMoment(): Promise<RestoredEnd[]> {
  const ends: RestoredEnd[] = []
  for (const cell of Cell.all()) {
    const outside = (await CheckpointCopies.of(cell)?.last()) ?? 0
    const { rows } = await cell.as('relay', (client) => client.query<{ number: number }>(LAST))
    if (rows[0].number < outside)
      ends.push({ cell: cell.name, inDatabase: rows[0].number, outside })
  }
  return ends
}
