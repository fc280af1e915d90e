import { clock } from '#app/foundation/clock'
import { Cell } from '#app/tenancy/cell'
import { CheckpointCopies, type OvertakenCopies } from './checkpoint_copies.js'
import { cellsOfAnEarlierMoment } from './restored_end.js'

/** Copies of checkpoints that a database of an earlier moment does not have, and whose numbers it gives again. */
export const Overtaken = {
  /** So that the new ones have their copies, and verification tells the two apart. While no worker runs. */
  async setAside(): Promise<(OvertakenCopies & { cell: string })[]> {
    const done = []
    for (const { cell, inDatabase, outside } of await cellsOfAnEarlierMoment()) {
      const copies = CheckpointCopies.of(Cell.named(cell))
      if (!copies) continue
      const folder = await copies.setAside(inDatabase, clock.now())
      done.push({ cell, folder, first: inDatabase + 1, last: outside })
    }
    return done
  },
}
