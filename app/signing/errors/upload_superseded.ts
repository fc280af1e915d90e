import { Refusal } from '#app/foundation/refusal'

export default class UploadSuperseded extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'upload_superseded'
  static readonly message = 'A newer file has been uploaded for this field in the meantime'
}
