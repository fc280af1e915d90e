import { clock } from '#app/foundation/clock'
import { cutText } from '#app/foundation/cut_text'
import { newId } from '#app/foundation/identifier'
import { FORGET_ATTEMPTS } from '#app/identity/users/providers_words'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import type { Check } from './gate/check.js'
import type { Fault } from './gate/rejection.js'
import type { Outline } from './outline.js'
import type { TestResult } from './rehearsal.js'

const KEPT = 50
const MAX_NAME_ID = 200

const PRUNE = {
  text: 'delete from sso_attempts where id not in (select id from sso_attempts order by at desc, id desc limit $1)',
  values: [KEPT],
}

export type Purpose = 'log_in' | 'log_out' | 'test' | 'signing'

interface Seen {
  purpose: Purpose
  passed: readonly Check[]
  fault?: Fault
  nameId?: string
  /** Of a test: a member's id, or that of a set-up link; of a signer's proof the signer's. */
  begunBy?: string | null
  outline?: Outline
}

/** What became of the last messages: which checks they passed, and where they failed. Neither a message nor the value of an attribute is kept. */
export const Attempts = {
  /** @returns its id, which the person is shown */
  async note(seen: Seen, isOver = true): Promise<string> {
    const { purpose, passed, fault, nameId, begunBy, outline } = seen
    const id = newId('ssa')
    const row = {
      ...{ id, purpose, at: clock.now() },
      outcome: fault ? 'refused' : isOver ? 'passed' : 'open',
      passed: JSON.stringify(passed),
      fault: fault ? JSON.stringify(fault) : null,
      name_id: nameId === undefined ? null : cutText(nameId, MAX_NAME_ID),
      begun_by: begunBy ?? null,
      outline: outline ? JSON.stringify(outline) : null,
    }
    await CurrentTenant.batch([insertion('sso_attempts', [row]), PRUNE])
    return id
  },

  /** What followed, in the browser that it came back to. */
  async conclude(
    id: string,
    passed: readonly Check[],
    { fault, result }: { fault?: Fault; result?: TestResult } = {}
  ): Promise<void> {
    const text = `update sso_attempts set outcome = $2, passed = passed || $3::jsonb, fault = $4, result = $5 where id = $1`
    const values = [
      ...[id, fault ? 'refused' : 'passed', JSON.stringify(passed)],
      ...[fault, result].map((one) => (one ? JSON.stringify(one) : null)),
    ]
    await CurrentTenant.batch([{ text, values }])
  },

  /** What the provider said of somebody whom nobody here asks any more. Which checks were passed stays. */
  async forget(id: string): Promise<void> {
    await CurrentTenant.batch([{ text: `${FORGET_ATTEMPTS} where id = $1`, values: [id] }])
  },

  async one(id: string): Promise<RowOf<'sso_attempts'> | null> {
    const [rows] = await CurrentTenant.batch([
      query<RowOf<'sso_attempts'>>('select * from sso_attempts where id = $1', [id]),
    ] as const)
    return rows.at(0) ?? null
  },

  /** Newest first. */
  async latest(): Promise<RowOf<'sso_attempts'>[]> {
    const latest = query<RowOf<'sso_attempts'>>(
      'select * from sso_attempts order by at desc, id desc limit $1',
      [KEPT]
    )
    const [rows] = await CurrentTenant.batch([latest])
    return rows
  },
}
