import { SYSTEM } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Notice from '#app/tenants/notice'
import { OWN_RETIRED_BEFORE_MS } from '../seal_key.js'
import OwnCertificate, { certificateFacts } from './own_certificate.js'

/** How many days before an end its people are told. */
const DAYS = [30, 14, 7, 1]

/** Up to when an end is near. */
export function endsNear(): Date {
  return new Date(clock.now().getTime() + DAYS[0]! * DAY_MS)
}

/** In the unit that puts it to use. */
export function watchEnd({ id, endsAt }: OwnCertificate): void {
  Outbox.append({ kind: 'seal.certificate_end', ref: id, dueAt: nextLook(endsAt) })
}

/**
 * The work `seal.certificate_end`: announces the end of a certificate of the tenant's own, and puts it away when it has come. Of several
 * announcements that were missed, one is made; done twice, it does the same once.
 */
export default async function watch(task: Task): Promise<void> {
  await unit(async () => {
    // as with putting one to use, or out of use
    await SecurityTrail.lock()
    const own = await OwnCertificate.find(task.ref)
    if (!own || own.retiredAt) return Outbox.finish(task)
    const left = own.endsAt.getTime() - clock.now().getTime()
    const details = { certificateId: own.id, endsAt: own.endsAt.toISOString() }
    if (left <= OWN_RETIRED_BEFORE_MS) {
      await OwnCertificate.putAway()
      const { subject, serial } = certificateFacts(own.certificate)
      const ended = { action: 'seal_certificate.ended', details: { subject, serial } } as const
      await SecurityTrail.append({ ...ended, actor: SYSTEM })
      await Notice.leave('seal.certificate_ended', details)
      return Outbox.finish(task)
    }
    const days = DAYS.findLast((some) => left <= some * DAY_MS)
    if (days !== undefined && (own.toldDays === null || days < own.toldDays)) {
      await own.merge({ toldDays: days }).save()
      await Notice.leave('seal.certificate_ending', details)
    }
    await Outbox.putOff(task, nextLook(own.endsAt))
  })
}

/** When something is to be said, or done, next. */
function nextLook(endsAt: Date): Date {
  const now = clock.now().getTime()
  const times = DAYS.map((days) => endsAt.getTime() - days * DAY_MS)
  return new Date(times.find((time) => time > now) ?? endsAt.getTime() - OWN_RETIRED_BEFORE_MS)
}
