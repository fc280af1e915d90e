import type ApiKey from './api_key.js'

/** What may change while a key is in use. When it ends may not: a key that ends later is another key. */
export type KeyTerms = Pick<ApiKey, 'name' | 'scopes' | 'allowedIps' | 'allowedOrigins'>

/** What was and what is, for the trail. */
export function differences(before: KeyTerms, terms: Partial<KeyTerms>): string[] {
  return Object.entries(terms).flatMap(([name, value]) => {
    const [was, is] = [before[name as keyof KeyTerms], value].map((one) => [one].flat().join(', '))
    return was === is ? [] : [`${name}: ${was || 'none'} → ${is || 'none'}`]
  })
}
