import type { KeyObject } from 'node:crypto'
import { clock } from '#app/foundation/clock'
import { cutText } from '#app/foundation/cut_text'
import { DAY_MS } from '#app/foundation/duration'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import type { RowOf } from '#app/tenancy/row'
import { query, type Statement } from '#app/tenancy/statement'
import type { ProfileAttribute } from './gate/assertion.js'
import type { Statements } from './profile.js'

const KEPT_MS = 30 * DAY_MS
const MAX_VALUE = 500

const KEEP = `insert into sso_last_profile (seen_at, profile) values ($1, $2)
  on conflict (singleton) do update set seen_at = excluded.seen_at, profile = excluded.profile`

interface LastProfileSeen extends Statements {
  seenAt: Date
}

/** What the provider last said of somebody, whom it let in or not: mapping and rules are tried on it. One person's, enveloped, and for thirty days. */
export const LastProfile = {
  /** As the end of a batch. */
  async keeping({ nameId, attributes }: Statements): Promise<Statement> {
    const said: Statements = { nameId, attributes: attributes.map(cut) }
    const sealed = sealEnvelope(await envelopeKey(), JSON.stringify(said), purpose())
    return { text: KEEP, values: [clock.now(), sealed] }
  },

  /** What nobody has looked at ends in time, too. */
  ending(): Statement {
    const since = new Date(clock.now().getTime() - KEPT_MS)
    return { text: 'delete from sso_last_profile where seen_at < $1', values: [since] }
  },

  async current(): Promise<LastProfileSeen | null> {
    const [, [row]] = await CurrentTenant.batch([
      LastProfile.ending(),
      query<RowOf<'sso_last_profile'>>('select * from sso_last_profile'),
    ] as const)
    if (!row) return null
    const said = openEnvelope(await envelopeKey(), row.profile, purpose()).toString()
    return { ...(JSON.parse(said) as Statements), seenAt: row.seen_at }
  },

  async forget(): Promise<void> {
    await CurrentTenant.batch([{ text: 'delete from sso_last_profile' }])
  },
}

function cut({ name, friendlyName, values }: ProfileAttribute): ProfileAttribute {
  return { name, friendlyName, values: values.map((value) => cutText(value, MAX_VALUE)) }
}

function envelopeKey(): Promise<KeyObject> {
  return keyRing.derive(CurrentTenant.get().tenant.id, 'sso-profile')
}

function purpose(): string {
  return `${CurrentTenant.get().tenant.id}|sso-profile`
}
