/** One file of a document that has several, as the trail tells it. */
export class ProvenFile {
  sealedSha256: string | null = null
  unstampedSha256: string | null = null
  /** Of the sealed file with what was added behind it, each time. */
  readonly laterSha256s: string[] = []

  constructor(
    /** Null once it was erased. */
    readonly name: string | null,
    readonly pageCount: number,
    readonly originalSha256: string,
    readonly canonicalSha256: string
  ) {}
}

type Facts = Pick<ProvenFile, 'pageCount' | 'originalSha256' | 'canonicalSha256'>

/**
 * @param facts  what the entry of an upload says of its files; nothing where there is one
 * @param names  theirs, as JSON
 */
export function provenFiles(facts: unknown, names: string | undefined): ProvenFile[] {
  const called = names === undefined ? [] : (JSON.parse(names) as string[])
  return ((facts ?? []) as Facts[]).map(
    ({ pageCount, originalSha256, canonicalSha256 }, index) =>
      new ProvenFile(called[index] ?? null, pageCount, originalSha256, canonicalSha256)
  )
}
