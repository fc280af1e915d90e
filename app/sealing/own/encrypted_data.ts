import { EncryptedContentInfo } from '@peculiar/asn1-cms'
import { AsnProp, AsnPropTypes, AsnType, AsnTypeTypes } from '@peculiar/asn1-schema'

/** RFC 5652, 8 */
@AsnType({ type: AsnTypeTypes.Sequence })
export class EncryptedData {
  @AsnProp({ type: AsnPropTypes.Integer })
  version = 0

  @AsnProp({ type: EncryptedContentInfo })
  encryptedContentInfo = new EncryptedContentInfo()

  @AsnProp({ type: AsnPropTypes.Any, context: 1, implicit: true, optional: true })
  unprotected?: ArrayBuffer
}
