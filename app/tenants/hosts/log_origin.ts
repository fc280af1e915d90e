import { platformDomain } from './public_address.js'

/** The name of a cell's public log: where it can be read. */
export function logOrigin(cell: string): string {
  return `${platformDomain()}/log/${cell}`
}
