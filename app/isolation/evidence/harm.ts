import type { Finding } from '../finding.js'
import type { Party } from '../parties/party.js'
import { mayKnow } from '../rules/related_tenants.js'
import type { Canaries } from './canary.js'
import { changed, RowsReader, type Rows } from './rows.js'

/** Looks again and again whether rows are still as they were, so that what changed them can be named. */
export class Watch {
  private constructor(
    private readers: ReadonlyMap<Party, RowsReader>,
    private before: ReadonlyMap<Party, Rows>
  ) {}

  static async over(parties: readonly Party[]): Promise<Watch> {
    const readers = await readersOf(parties)
    return new Watch(readers, await readAll(readers))
  }

  /** @param what  was done since the last look */
  async harmOf(what: string): Promise<Finding[]> {
    const { readers, before } = this
    const after = (this.before = await readAll(readers))
    return [...after].flatMap(([party, rows]) =>
      changed(before.get(party)!, rows).map((table) => ({
        boundary: 'change',
        message: `rows of ${party.name} in ${table} are not as they were, after ${what}`,
      }))
    )
  }
}

async function readersOf(parties: readonly Party[]): Promise<Map<Party, RowsReader>> {
  const readers = new Map<Party, RowsReader>()
  for (const party of parties) readers.set(party, await RowsReader.of(party))
  return readers
}

async function readAll(readers: ReadonlyMap<Party, RowsReader>): Promise<Map<Party, Rows>> {
  const parties = [...readers.keys()]
  const rows = await Promise.all([...readers.values()].map((reader) => reader.read()))
  return new Map(parties.map((party, at) => [party, rows[at]]))
}

/** Others’ words among one's own rows. */
export async function strayWords(
  parties: readonly Party[],
  canaries: Canaries
): Promise<Finding[]> {
  const rows = await readAll(await readersOf(parties))
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
