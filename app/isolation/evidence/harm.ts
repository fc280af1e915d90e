import type { Finding } from '../finding.js'
import type { Party } from '../parties/party.js'
import { mayKnow } from '../rules/related_tenants.js'
import type { Canaries } from './canary.js'
import { changed, rowsOf, type Rows } from './rows.js'

/** What several parties have. */
async function rowsOfAll(parties: readonly Party[]): Promise<Map<Party, Rows>> {
  const rows = await Promise.all(parties.map(rowsOf))
  return new Map(parties.map((party, at) => [party, rows[at]]))
}

/** Looks again and again whether rows are still as they were, so that what changed them can be named. */
export class Watch {
  private constructor(
    private parties: readonly Party[],
    private before: ReadonlyMap<Party, Rows>
  ) {}

  static async over(parties: readonly Party[]): Promise<Watch> {
    return new Watch(parties, await rowsOfAll(parties))
  }

  /** @param what  was done since the last look */
  async harmOf(what: string): Promise<Finding[]> {
    const { parties, before } = this
    const after = (this.before = await rowsOfAll(parties))
    return parties.flatMap((party) =>
      changed(before.get(party)!, after.get(party)!).map((table) => ({
        boundary: 'change',
        message: `rows of ${party.name} in ${table} are not as they were, after ${what}`,
      }))
    )
  }
}

/** Others’ words among one's own rows. */
export async function strayWords(
  parties: readonly Party[],
  canaries: Canaries
): Promise<Finding[]> {
  const rows = await rowsOfAll(parties)
  const party = (name: string) => parties.find((one) => one.name === name)!
  return [...rows].flatMap(([own, tables]) =>
    [...tables]
      .filter(([table]) => !table.startsWith('platform.'))
      .flatMap(([table, text]) =>
        canaries
          .in(text)
          .filter((canary) => !mayKnow(own, canary, party(canary.home.tenant)))
          .map(({ what, home }) => ({
            boundary: 'rows',
            message: `${what} of ${home.tenant} lies in ${table} of ${own.name}`,
          }))
      )
  )
}
