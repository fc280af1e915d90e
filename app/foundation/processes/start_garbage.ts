import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (order: { type: 'major'; flavor: 'last-resort' }) => void

/**
 * Gives the memory back that a start took: while modules load, V8 lets the part of the heap for young objects grow to 128 MB, and a process
 * that then idles keeps it. It blocks for 0.1 s, so that it belongs before the first request, and in production alone: tests start processes
 * by the hundred.
 */
export function releaseStartGarbage(isWanted = process.env.NODE_ENV === 'production'): void {
  if (!isWanted) return
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  collect({ type: 'major', flavor: 'last-resort' })
}
