import { Refusal } from '#app/foundation/refusal'

export default class ExportDisturbed extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'export_disturbed'

  constructor(documentId: string) {
    super(`The files of ${documentId} were removed while the tenant was exported: export it again`)
  }
}
