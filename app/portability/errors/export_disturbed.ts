import { Refusal } from '#app/foundation/refusal'

export default class ExportDisturbed extends Refusal {
  static status = 409
  static code = 'E_EXPORT_DISTURBED'

  constructor(documentId: string) {
    super(`The files of ${documentId} were removed while the tenant was exported: export it again`)
  }
}
