import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'

/** The work `bulk.forget`: a draft that nobody sent goes, and rows that were not sent forget whom they were for. */
export default async function forgetBulkSend({ ref, ...lease }: Task): Promise<void> {
  await unit(async () => {
    await CurrentTenant.batch([
      { text: `delete from bulk_sends where id = $1 and status = 'draft'`, values: [ref] },
      {
        text: `update bulk_rows r set people = null, answers = null, cells = null from bulk_sends b
          where b.id = $1 and r.bulk_send_id = b.id and b.ended_at is not null and r.state <> 'sent'`,
        values: [ref],
      },
    ])
    await Outbox.finish(lease)
  })
}
