import redis from '@adonisjs/redis/services/main'

/** A rush of commits is one message. */
const PAUSE_MS = 5

const here = new Map<string, () => void>()
/** Cells that were told within the pause, and whether there was a commit since. */
const told = new Map<string, boolean>()

export const wakeChannel = (cell: string) => `wake:${cell}`

/** The relay of a cell in this very process needs no message. @returns how to stop listening */
export function listenHere(cell: string, wake: () => void): () => void {
  here.set(cell, wake)
  return () => void here.delete(cell)
}

/** After a commit that left work. Never waits; a message that is lost costs the time until the next poll. */
export function wakeRelay(cell: string): void {
  const wake = here.get(cell)
  if (wake) wake()
  else if (told.has(cell)) told.set(cell, true)
  else tell(cell)
}

function tell(cell: string): void {
  told.set(cell, false)
  setTimeout(() => tellAgain(cell), PAUSE_MS)
  redis.publish(wakeChannel(cell), '').catch(() => {})
}

function tellAgain(cell: string): void {
  const wasAsked = told.get(cell)
  told.delete(cell)
  if (wasAsked) tell(cell)
}
