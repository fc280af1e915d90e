import type { Purpose } from '#app/tenants/domains/domain'

interface PurposeWords {
  key: Purpose
  name: string
  text: string
}

/** What a host may be for, as the people of a tenant call it. */
export const PURPOSE_WORDS: readonly PurposeWords[] = [
  { key: 'app', name: 'Dashboard', text: 'Where your team works, and where documents are tracked' },
  { key: 'signing', name: 'Signing', text: 'Where signers read and sign' },
  { key: 'api', name: 'API', text: 'Where your software calls' },
]

export function purposeNames(purposes: readonly Purpose[]): string {
  return PURPOSE_WORDS.filter(({ key }) => purposes.includes(key))
    .map(({ name }) => name)
    .join(', ')
}
