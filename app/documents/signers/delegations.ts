import type { Language } from '#app/foundation/phrases/languages'

/** A person as others know them. */
export interface Identity {
  name: string
  email: string
}

/** One handing over of signing, as the row of its signer keeps it. */
export interface Delegation {
  /** SHA-256 of the link that was handed over. */
  link: string
  from: Identity
  to: Identity
  reason: string | null
  /** As the one who handed it over was spoken to. */
  language: Language | null
  /** ISO 8601. */
  at: string
}

/** So often may a signer be handed on. */
export const MOST_DELEGATIONS = 3

/** Who handed signing over to the person whom a signer is now; null for somebody whom the sender named, and where they were erased. */
export function handedOverBy({
  email,
  delegations,
}: {
  email: string
  delegations: readonly Delegation[]
}): Identity | null {
  const last = delegations.at(-1)
  return last?.from.email && last.to.email.toLowerCase() === email.toLowerCase() ? last.from : null
}
