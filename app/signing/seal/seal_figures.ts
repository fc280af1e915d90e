import { Histogram } from '@prometheus-io/client'
import { codeOf, figures, named } from '#app/foundation/figures/figures'

const duration = new Histogram({
  ...figures,
  name: named('seal_duration_seconds'),
  help: 'Sealing of one completed document, with waiting for a thread and checking; outcome is sealed, or why not',
  labelNames: ['outcome'],
  buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
})

/** What lets no seal begin. A database or a storage that is away has alerts of its own. */
const HINDRANCES = [
  'evidence_contradicted',
  'file_damaged',
  'envelope_refused',
  'keys_away',
  'key_missing',
  'key_damaged',
]

/** Told from the start: an alert sees what rises, and a document that can never be sealed is counted once. */
export const OUTCOMES = [
  'sealed',
  'seal_failed',
  'seal_impossible',
  'not_our_pdf',
  'signature_image_unreadable',
  'key_store_away',
  'intake_busy',
  ...HINDRANCES,
]
for (const outcome of OUTCOMES) duration.zero({ outcome })

/** Counts a document that cannot even be prepared for its seal as one that was not sealed. */
export async function prepared<T>(material: Promise<T>): Promise<T> {
  const end = duration.startTimer()
  try {
    return await material
  } catch (error) {
    const outcome = codeOf(error)
    if (HINDRANCES.includes(outcome)) end({ outcome })
    throw error
  }
}

/** Measures a seal, whatever becomes of it. */
export async function measured<T>(seal: Promise<T>): Promise<T> {
  const end = duration.startTimer()
  try {
    const sealed = await seal
    end({ outcome: 'sealed' })
    return sealed
  } catch (error) {
    end({ outcome: codeOf(error) })
    throw error
  }
}
