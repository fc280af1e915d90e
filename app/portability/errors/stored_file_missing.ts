import { Refusal } from '#app/foundation/refusal'

/** Rows name files that the storage does not have: an archive without them would be refused where it is taken in. */
export default class StoredFileMissing extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'stored_file_missing'

  /** @param names  `live/doc_…/original`, at least one */
  constructor(names: readonly string[]) {
    const others = names.length - 1
    const more = others === 1 ? 'is another one' : `are ${others} others`
    const which = others === 0 ? '' : `, and so ${more}`
    super(
      `The stored file ${names[0]} is missing${which}: restore it from a backup, then export the tenant again`
    )
  }
}
