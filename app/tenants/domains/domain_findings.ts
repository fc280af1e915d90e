/** A record that a domain's owner has to make. */
export interface WantedRecord {
  /** The proof that the claimant rules the name, and the way that its visitors take. */
  about: 'proof' | 'address'
  type: 'TXT' | 'CNAME'
  name: string
  value: string
}

/** What one name server said. */
export interface ServerAnswer {
  server: string
  /** What stands there now. Empty is an answer too: nothing does. */
  found: string[]
  isRight: boolean
  /** Why it gave no answer: an outage, which says nothing of the record. */
  error: string | null
}

/** `spreading`: some servers know it and some do not yet, or no longer. `unclear`: too few have answered. */
export type Verdict = 'found' | 'missing' | 'wrong' | 'spreading' | 'unclear'

export interface RecordFinding extends WantedRecord {
  verdict: Verdict
  answers: ServerAnswer[]
}

/** What a look at a domain's records has found. */
export interface Findings {
  records: RecordFinding[]
  /** Verified, but another tenant holds the host. */
  isTaken?: boolean
}

/** Half of the servers must have answered, and those that did must agree. */
export function verdictOn(answers: readonly ServerAnswer[]): Verdict {
  const clear = answers.filter(({ error }) => error === null)
  const right = clear.filter(({ isRight }) => isRight)
  if (right.length > 0 && right.length < clear.length) return 'spreading'
  if (clear.length === 0 || clear.length * 2 < answers.length) return 'unclear'
  if (right.length > 0) return 'found'
  return clear.some(({ found }) => found.length > 0) ? 'wrong' : 'missing'
}

/** What all records together say. Only a clear answer of all that were asked moves a domain on. */
export function outcomeOf({ records }: Findings): 'right' | 'gone' | 'undecided' {
  const verdicts = records.map(({ verdict }) => verdict)
  if (verdicts.every((verdict) => verdict === 'found')) return 'right'
  return verdicts.some((verdict) => verdict === 'missing' || verdict === 'wrong')
    ? 'gone'
    : 'undecided'
}
