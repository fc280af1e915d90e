export type Scenario = 'signer' | 'decline' | 'bounce' | 'view' | 'expire'

const ADDRESS = /^(signer|decline|bounce|view|expire)(?:\+[^@]*)?@sandbox\.test$/i

/** Addresses of the sandbox never leave it. */
export function isScenarioAddress(email: string): boolean {
  return /@sandbox\.test$/i.test(email)
}

/** What the signer of this address does by itself; null for one that waits for a person. */
export function scenarioOf(email: string): Scenario | null {
  return (ADDRESS.exec(email)?.[1].toLowerCase() as Scenario | undefined) ?? null
}
