import { Refusal } from '#app/foundation/refusal'

/** Rows name files that the storage does not have: an archive without them would be refused where it is taken in. */
export default class StoredFileMissing extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'stored_file_missing'

  /** @param names  `live/doc_…/original`, at least one */
  constructor(names: readonly string[]) {
    const which = names.length === 1 ? '' : `, and so are ${names.length - 1} others`
    super(
      `The stored file ${names[0]} is missing${which}: restore it from a backup, then export the tenant again`
    )
  }
}
