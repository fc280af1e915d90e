import { Counter } from '@prometheus-io/client'
import { codeOf, figures, named } from '#app/foundation/figures/figures'

const examined = new Counter({
  ...figures,
  name: named('intake_files_total'),
  help: 'Uploaded files that were examined: accepted, or why they were refused',
  labelNames: ['outcome'],
})

/** Told from the start: an alert sees what rises. */
for (const outcome of ['intake_busy', 'intake_killed']) examined.inc({ outcome }, 0)

/** Counts what came of an upload. */
export async function counted<T>(examination: Promise<T>): Promise<T> {
  try {
    const accepted = await examination
    examined.inc({ outcome: 'accepted' })
    return accepted
  } catch (error) {
    examined.inc({ outcome: codeOf(error) })
    throw error
  }
}
