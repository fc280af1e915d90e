/**
 * How often a process or thread goes through work of its own before it takes any, so that the first meets compiled code. Elsewhere than in
 * production once: a first document that waits for the compiler costs less than these rounds.
 */
export function warmUpRounds(inProduction: number): number {
  return process.env.NODE_ENV === 'production' ? inProduction : 1
}
