import { createHash, randomBytes } from 'node:crypto'

/** Stands before the field in what is hashed. */
export const VALUE_DOMAIN = 'countersign/personal-value/v1\0'
const SALT_BYTES = 16

/** A value about a person: the chain holds only its commitment, so the value can be erased and the chain still verifies. */
export interface PersonalValue {
  field: string
  salt: Buffer
  value: string
}

export function personalValue(field: string, value: string): PersonalValue {
  return { field, value, salt: randomBytes(SALT_BYTES) }
}

/** SHA-256 over domain, field, salt and value, each ended by a zero byte but the last; lower-case hex. */
export function commitment({ field, salt, value }: PersonalValue): string {
  const hash = createHash('sha256')
  hash.update(`${VALUE_DOMAIN}${field}\0`).update(salt).update('\0').update(value, 'utf8')
  return hash.digest('hex')
}
