/** One RFC 5321 address in ASCII: no display name, no list, no quoted local part; what cannot add a second recipient to a mail. */
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i

const MAX_ADDRESS = 254
const MAX_LOCAL_PART = 64

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS && text.indexOf('@') <= MAX_LOCAL_PART && ADDRESS.test(text)
}
