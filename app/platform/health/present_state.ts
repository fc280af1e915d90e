import { Installation } from '#app/monitoring/figures/installation'
import { within } from '#app/monitoring/within'

const ANSWER_WITHIN_MS = 5_000

/** What the databases say now. Null where one of them is away. */
export async function presentState() {
  const asked = Promise.all([
    Installation.tenants(),
    Installation.checkpoints(),
    Installation.authorities(),
  ])
  const answers = await within(ANSWER_WITHIN_MS, asked).catch(() => null)
  if (!answers) return null
  const [tenants, checkpoints, authorities] = answers
  return {
    tenants: tenants.sort((one, other) => one.cell.localeCompare(other.cell)),
    checkpoints: checkpoints.map(({ cell, seconds }) => ({ cell, at: from(-seconds) })),
    authorities: authorities.map(({ environment, seconds }) => ({
      environment,
      at: from(seconds),
    })),
  }
}

function from(seconds: number): Date {
  return new Date(Date.now() + seconds * 1_000)
}
