import {
  CMSVersion,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import {
  AsnProp,
  AsnPropTypes,
  AsnType,
  AsnTypeTypes,
  type IAsnConverter,
} from '@peculiar/asn1-schema'
import { OID } from './object_identifiers.js'

interface Encoded {
  valueBeforeDecodeView: Uint8Array
}

interface Writer {
  write(bytes: ArrayBuffer): void
}

/** Passes DER on as it is: what a signature names by its hash must not be encoded anew. */
const verbatim = {
  fromASN: ({ valueBeforeDecodeView }: Encoded) => new Uint8Array(valueBeforeDecodeView),
  toASN: (der: Uint8Array) => ({
    toBER(_isSizeOnly: boolean, writer: Writer) {
      writer.write(new Uint8Array(der).buffer)
      return new ArrayBuffer(0)
    },
  }),
} as unknown as IAsnConverter

/** RFC 5652, 5.1, with the certificates byte for byte. */
@AsnType({ type: AsnTypeTypes.Sequence })
export class SignedContent {
  @AsnProp({ type: AsnPropTypes.Integer })
  version: CMSVersion = CMSVersion.v1

  @AsnProp({ type: DigestAlgorithmIdentifiers })
  digestAlgorithms = new DigestAlgorithmIdentifiers([])

  @AsnProp({ type: EncapsulatedContentInfo })
  encapContentInfo = new EncapsulatedContentInfo({ eContentType: OID.data })

  @AsnProp({
    type: AsnPropTypes.Any,
    repeated: 'set',
    context: 0,
    implicit: true,
    optional: true,
    converter: verbatim,
  })
  certificates: Uint8Array[] = []

  @AsnProp({ type: AsnPropTypes.Any, context: 1, implicit: true, optional: true })
  revocations?: ArrayBuffer

  @AsnProp({ type: SignerInfos })
  signerInfos = new SignerInfos([])
}

/** RFC 5652, 3 */
@AsnType({ type: AsnTypeTypes.Sequence })
export class SignedContentInfo {
  @AsnProp({ type: AsnPropTypes.ObjectIdentifier })
  contentType: string = OID.signedData

  @AsnProp({ type: SignedContent, context: 0 })
  content = new SignedContent()
}
