import redis from '@adonisjs/redis/services/main'

/** A rush of commits is one message. */
const PAUSE_MS = 5

const here = new Map<string, () => void>()
/** Cells whose message was published within the pause, and whether there was a commit since. */
const published = new Map<string, boolean>()

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
  else if (published.has(cell)) published.set(cell, true)
  else publish(cell)
}

function publish(cell: string): void {
  published.set(cell, false)
  setTimeout(() => publishAgain(cell), PAUSE_MS)
  redis.publish(wakeChannel(cell), '').catch(() => {})
}

function publishAgain(cell: string): void {
  const wasAsked = published.get(cell)
  published.delete(cell)
  if (wasAsked) publish(cell)
}
