import { randomUUID } from 'node:crypto'
import type { Due } from './claim.js'
import { WorkTable } from '../work_table.js'

/** Work of one kind and one tenant that is given to one job: reading, recording and handing over are then paid once. */
export function inBundles<T extends Due>(chosen: readonly T[]): (T & { bundle: string })[] {
  const alike = Map.groupBy(chosen, ({ kind, scope }) => `${kind}/${scope}`)
  return [...alike.values()].flatMap((works) => {
    const most = WorkTable.row(works[0].kind).bundle ?? 1
    const names = Array.from({ length: Math.ceil(works.length / most) }, () => randomUUID())
    return works.map((work, index) => ({ ...work, bundle: names[Math.floor(index / most)] }))
  })
}
