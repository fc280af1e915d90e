import FileTooLarge from './file_too_large.js'

/** Each is small enough, and all are not. */
export default class FilesTooLarge extends FileTooLarge {
  constructor(limit: number) {
    super(limit)
    const mebibytes = limit / 1024 / 1024
    this.message = `The files of a document may have ${mebibytes} MiB together`
    this.wording = { values: { mebibytes } }
  }
}
