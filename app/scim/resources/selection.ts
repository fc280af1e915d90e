/** Always there (RFC 7643, 7: returned “always”). */
const ALWAYS = ['schemas', 'id', 'meta']

/** Which attributes a client asked for (RFC 7644, 3.9): names of attributes, or of their parts. */
export class Selection {
  private constructor(
    private readonly wanted: readonly string[] | null,
    private readonly unwanted: readonly string[]
  ) {}

  static of(query: URLSearchParams): Selection {
    const wanted = namesIn(query.get('attributes'))
    return new Selection(
      wanted.length > 0 ? wanted : null,
      namesIn(query.get('excludedAttributes'))
    )
  }

  /** Whether it is worth the reading. */
  includes(attribute: string): boolean {
    const name = attribute.toLowerCase()
    if (this.wanted) return this.wanted.some((one) => one === name || one.startsWith(`${name}.`))
    return !this.unwanted.includes(name)
  }

  from(resource: Record<string, unknown>): Record<string, unknown> {
    const kept = Object.entries(resource).filter(
      ([name]) => ALWAYS.includes(name) || this.includes(name)
    )
    return Object.fromEntries(kept)
  }
}

function namesIn(sent: string | null): string[] {
  return (sent ?? '')
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^urn:.*:(?:User|Group):/i, '')
        .toLowerCase()
    )
    .filter(Boolean)
}
