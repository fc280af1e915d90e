import User from '#app/identity/users/user'
import type { Role } from '#app/identity/access/role'
import { unit } from '#app/tenancy/current_tenant'
import type { ClientInfo } from './account.js'
import { enter } from './entry.js'
import type { Check } from './gate/check.js'
import type Connection from './connection.js'
import type { Profile } from './profile.js'

/** Who a log-in would have let in. */
export interface TestResult {
  nameId: string
  /** As the provider says it; null where it says none. */
  email: string | null
  /** The member's own; those of a new one are the provider's. */
  member: { email: string; name: string; role: Role }
  isNewMember: boolean
}

/** Undoes the unit that it is thrown in. */
class Undone extends Error {
  constructor(readonly user: User) {
    super('A rehearsal is undone')
  }
}

/**
 * A log-in that is done and undone: the same code runs every check, and nobody is logged in, made a member, remembered or counted.
 *
 * @throws Rejection as a log-in does
 */
export async function rehearse(
  connection: Connection,
  profile: Profile,
  { client, passed }: { client: ClientInfo; passed: Check[] }
): Promise<TestResult> {
  const { id, email, name, role } = await undone(async () => {
    const { user } = await enter(connection, profile, { client, replacing: null, passed })
    return user
  })
  const isNewMember = (await User.find(id)) === null
  const { nameId, email: said } = profile
  return { nameId, email: said, member: { email, name, role }, isNewMember }
}

async function undone(work: () => Promise<User>): Promise<User> {
  try {
    return await unit(async (): Promise<User> => {
      throw new Undone(await work())
    })
  } catch (error) {
    if (error instanceof Undone) return error.user
    throw error
  }
}
