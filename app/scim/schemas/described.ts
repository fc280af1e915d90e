import type { Attribute, Schema } from './attribute.js'

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

/** A schema as `/Schemas` answers it (RFC 7643, 7). */
export function described({ id, name, description, attributes }: Schema, base: string) {
  return {
    ...{ schemas: [SCHEMA], id, name, description },
    attributes: attributes.map(describedAttribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }
}

function describedAttribute(attribute: Attribute): Record<string, unknown> {
  const { name, type, description, subAttributes, canonicalValues, referenceTypes } = attribute
  return {
    ...{ name, type, description },
    multiValued: attribute.isMultiValued ?? false,
    required: attribute.isRequired ?? false,
    caseExact: attribute.isCaseExact ?? false,
    mutability: attribute.isReadOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness: attribute.isUnique ? 'server' : 'none',
    ...(canonicalValues && { canonicalValues }),
    ...(referenceTypes && { referenceTypes }),
    ...(subAttributes && { subAttributes: subAttributes.map(describedAttribute) }),
  }
}
