import { clock } from '#app/foundation/clock'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Notice from '#app/tenants/notice'
import { rightsOf } from '../access/role.js'
import ApiKey from './api_key.js'
import { KEY_END } from './key_end_work.js'
import User from '../users/user.js'

/** What nears its end, and is neither revoked nor given up for another. */
type Ending = ApiKey & { expiresAt: Date }

/**
 * The work `keys.end`: a week before a key ends, and once more on its last day, people who can act on it are notified. Programs that
 * nobody looks at are the ones that stop. Done twice, it tells once.
 */
export default async function announceEnd(task: Task): Promise<void> {
  await unit(async () => {
    const key = await ApiKey.query().where('id', task.ref).forUpdate().first()
    const isMissed = key !== null && isEnding(key)
    const next = isMissed ? KEY_END.after(clock.now(), key.expiresAt) : null
    await (next ? Outbox.putOff(task, next) : Outbox.finish(task))
    if (isMissed) await notify(key)
  })
}

function isEnding(key: ApiKey): key is Ending {
  return key.expiresAt !== null && !key.isRevoked && !key.isExpired && key.replacedBy === null
}

/** Everybody who is told of the account, and the person who made it where they look after keys and are not told anyway. */
async function notify({ id, createdBy }: Ending): Promise<void> {
  await Notice.leave('key.ending', { keyId: id })
  const maker = await User.find(createdBy)
  const rights = maker ? rightsOf(maker.role, 'live') : []
  if (maker && rights.includes('keys') && !rights.includes('notices'))
    await Notice.leave('key.ending', { keyId: id }, { to: maker.id })
}
