import { FILE_LIMIT } from '#app/documents/files/file_limit'
import { LIMITS } from '#app/documents/limits'
import { USUAL_PARTS, type FileLimit } from '#app/front_door/bodies/multipart_form'

/** What `signer_row.edge` has of inputs at most. */
const PARTS_OF_ROW = 16

/** Of a form with a file and a row for each signer or role. */
export const ROWS_LIMIT: FileLimit = {
  ...FILE_LIMIT,
  parts: LIMITS.signers * PARTS_OF_ROW + USUAL_PARTS,
}
