import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { confirmationId } from './mail_confirmation.js'

/** The work `form.forget`: what nobody proved is erased after a day, and so is its mail, which a proved one needs no longer either. */
export default async function forgetSubmission(task: Task): Promise<void> {
  await unit(async () => {
    await CurrentTenant.batch([
      {
        text: 'delete from form_submissions where id = $1 and confirmed_at is null',
        values: [task.ref],
      },
      { text: 'delete from mails where message_id = $1', values: [confirmationId(task.ref)] },
    ])
    await Outbox.finish(task)
  })
}
