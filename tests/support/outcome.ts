/** How an attempt ended: what it answered, or the code of the error that stopped it. */
export interface Outcome {
  answer?: string
  code?: string
}

export async function outcomeOf(attempt: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { answer: JSON.stringify(await attempt()) }
  } catch (error) {
    return { code: codeOf(error) }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
