import { boolean, instant, integer, nullable, object, text } from '#app/foundation/schema/schema'

/** What can be told of a signature without asking who made it. */
export const SIGNATURE_FACTS = {
  by: nullable(
    text('Nora Notary', 'As its certificate says; who holds that, and who issued it, is not asked.')
  ),
  claimedAt: nullable(instant('When it was made, as it says itself.')),
  coveredBytes: integer(
    31744,
    'How many bytes it covers, from the first on; 0 if it covers something else.'
  ),
  isUnchanged: nullable(
    boolean(
      true,
      'Whether these are the bytes that were signed; null for algorithms that are not accepted.'
    )
  ),
  isTimestamp: boolean(false, 'A time stamp of an authority rather than somebody’s signature.'),
}

/** A signature that others made. */
export const EARLIER_SIGNATURE = object(SIGNATURE_FACTS, {
  description: 'A signature that was not made here.',
})
