import { Outage } from '#app/foundation/outage'

/** The folder of all files is not there, or empty, as that of a volume that is not mounted: nothing is known of the file that was asked for. */
export default class StorageAway extends Outage {
  static code = 'E_STORAGE_AWAY'
  static message = 'The storage has no files at all: is its volume mounted?'

  /** In what the framework's disk made of it. */
  static in(error: unknown): StorageAway | null {
    if (error instanceof StorageAway) return error
    return error instanceof Error ? StorageAway.in(error.cause) : null
  }
}
