import FileTooLarge from './file_too_large.js'

/** Each is small enough, and all are not. */
export default class FilesTooLarge extends FileTooLarge {
  constructor(limit: number) {
    super(limit)
    this.message = `The files of a document may have ${limit / 1024 / 1024} MiB together`
  }
}
