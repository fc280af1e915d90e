import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import User from '../users/user.js'
import { assertProofStands } from './standing_proof.js'

/** From the password to the code. */
const LIFE_MS = 10 * MINUTE_MS

const BY_TOKEN = 'select * from half_log_ins where token_sha256 = $1 and expires_at > $2'
const USER = `select u.* from users u join half_log_ins h on h.user_id = u.id
  where h.token_sha256 = $1 and u.disabled_at is null and u.password_hash is not null`

/**
 * A browser in which the password was right and the second factor was not given yet. It is no session and grants nothing but the question for the
 * code. A row of this tenant's account; always in the live scope.
 */
export class HalfLogIn {
  private constructor(
    private tokenSha256: string,
    readonly user: User,
    /** Where the person wanted to go. */
    readonly next: string | null
  ) {}

  /** @returns the token, shown here only @throws LogInOvertaken */
  static async open(user: User, next: string | null): Promise<Secret<string>> {
    const token = randomToken()
    const now = clock.now()
    const row = {
      ...{ token_sha256: sha256Hex(token), user_id: user.id, next, created_at: now },
      expires_at: new Date(now.getTime() + LIFE_MS),
    }
    await unit(async () => {
      await assertProofStands(user, { method: 'password_code' })
      await CurrentTenant.batch([
        { text: 'delete from half_log_ins where expires_at <= $1', values: [now] },
        insertion('half_log_ins', [row]),
      ])
    })
    return new Secret(token)
  }

  /** Null for an unknown or late token, and for somebody who may no longer log in. */
  static async byToken(token: string): Promise<HalfLogIn | null> {
    const digest = sha256Hex(token)
    const [[row], users] = await CurrentTenant.batch([
      query<RowOf<'half_log_ins'>>(BY_TOKEN, [digest, clock.now()]),
      { text: USER, values: [digest] },
    ] as const)
    const [user] = modelsOf(User, users)
    return row && user ? new HalfLogIn(digest, user, row.next) : null
  }

  /** @returns false to all but the first, and after a change of password */
  async useUp(): Promise<boolean> {
    const text = 'delete from half_log_ins where token_sha256 = $1 returning user_id'
    const [taken] = await CurrentTenant.batch([{ text, values: [this.tokenSha256] }])
    return taken.length === 1
  }
}
