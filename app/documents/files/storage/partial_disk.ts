import drive from '@adonisjs/drive/services/main'
import './fallback_figures.js' // told by every process, also where there is no second bucket

/** Where files are read from. */
export interface FileSource {
  getBytes(path: string): Promise<Uint8Array>
  /** @returns bytes from `start` up to, not including, `end`; fewer where the file is shorter */
  readPart(path: string, start: number, end: number): Promise<Uint8Array>
}

/** A file that was sent in parts until its process died: no list of files shows it, and its parts take room. */
export interface UnfinishedUpload {
  path: string
  remove(): Promise<void>
}

/** A shelf that also hands out parts of its files, which the framework's disks do not. */
export interface PartialDisk extends FileSource {
  /** Where the same files can be read from while this disk has them not. */
  readonly replica: FileSource | null
  /**
   * Reads a file that was never written again under its name.
   *
   * @param read  gets it from where it is told to, and throws where that has something else
   */
  readVerified<T>(read: (from: FileSource) => Promise<T>): Promise<T>
  /** Below a prefix, begun before a time; null where files are not sent in parts. */
  unfinishedUploads(prefix: string, before: Date): Promise<UnfinishedUpload[] | null>
  /** Asks whether files could be kept there now, without keeping one. @throws where they could not */
  probe(withinMs: number): Promise<void>
}

/** Every disk of `config/drive.ts` is one. */
export function partialDisk(): PartialDisk {
  return drive.use().driver as unknown as PartialDisk
}
