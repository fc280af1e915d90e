import type { WantedField } from './anchor.js'
import { anchoredFields, type AnchoredFile } from './anchored_fields.js'
import type { FieldInput } from './draft_input.js'

interface WithFields {
  fields?: WantedField[]
}

/** Those who have fields, as a caller describes them, and fields that name one of them. */
interface Parties<P, F> {
  /** What the list of them is called. */
  part: 'signers' | 'roles'
  people: readonly P[]
  fields?: readonly F[]
}

/** The same field with a place, and with all else that is said of it. */
type PlacedOf<F> = FieldInput & Omit<F, keyof WantedField>

interface PlacedParties<P, F> {
  people: (Omit<P, 'fields'> & { fields?: FieldInput[] })[]
  fields: PlacedOf<F>[]
}

/** All of them with every field in its place. @throws what `anchoredFields` throws */
export async function anchoredParties<P extends WithFields, F extends WantedField>(
  { part, people, fields = [] }: Parties<P, F>,
  read: () => AnchoredFile | Promise<AnchoredFile>
): Promise<PlacedParties<P, F>> {
  const own = people.map((one, at) => ({ fields: one.fields ?? [], path: [part, at, 'fields'] }))
  const lists = await anchoredFields([...own, { fields, path: ['fields'] }], read)
  return {
    people: people.map(({ fields: wanted, ...one }, at) => ({
      ...one,
      ...(wanted && { fields: lists[at] }),
    })),
    fields: lists[people.length] as PlacedOf<F>[],
  }
}
