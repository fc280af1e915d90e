import type { Removed } from '#app/sandbox/sandbox_reset'

/** What a reset has removed, in a sentence or two. */
export function removedWords({ documents, events, mails }: Removed): string {
  if (documents + events + mails === 0) return 'There was nothing to remove.'
  const [first, ...others] = [
    count(documents, 'document'),
    count(events, 'event'),
    count(mails, 'mail'),
  ]
  const files =
    documents > 0 ? ' Nobody can read their files any more; they will be deleted in a moment.' : ''
  return `Gone: ${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}.${files}`
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
