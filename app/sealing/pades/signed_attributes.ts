import { Attribute } from '@peculiar/asn1-cms'
import { AsnArray, AsnConvert, AsnType, AsnTypeTypes } from '@peculiar/asn1-schema'

@AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })
class AttributeSet extends AsnArray<Attribute> {}

/** RFC 5652, 5.4: what is signed is the attributes as a SET, not as the tagged field they stand in. */
export function encodeForSigning(attributes: Attribute[]): Buffer {
  return Buffer.from(AsnConvert.serialize(new AttributeSet(attributes)))
}
