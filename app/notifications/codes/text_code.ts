import edge from 'edge.js'
import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import { accessCheckOf } from '#app/documents/signers/access_code'
import { maskedPlace } from '#app/documents/signers/one_time_code'
import { announceUpdate } from '#app/events/updates'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { smsProvider } from '#app/sending/sms/configuration'
import type { SmsAnswer } from '#app/sending/sms/sms_provider'
import { OneTimeCode } from '#app/signing/access/one_time_code'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { Mailbox } from '../mailbox.js'
import { oneLine } from '../messages/subject.js'
import { patience } from '../servers/patience.js'
import { codeMessage, type CodeMessage } from './code_message.js'
import { tellCodeFailed } from './failed_code_notice.js'
import { smsOffered } from './sms_figures.js'

/** Somebody took the provider out of the settings. */
const NO_PROVIDER: SmsAnswer = { is: 'refused', code: 'no provider' }

/** The work `sms.code`: the code that a signer asked for, on their phone. The sandbox sends none. */
export default async function textCode(task: Task): Promise<void> {
  const code = await codeMessage(task, 'sms')
  if (!code) return
  const text = textOf(code)
  if (CurrentTenant.get().environment === 'test') return keep(code, text, task)
  const { mail, about } = code
  const provider = smsProvider.value
  const answer = provider ? await provider.send({ to: mail.recipient, text }) : NO_PROVIDER
  // a process that dies here has sent an SMS nobody wrote down: the same code is sent again
  smsOffered.inc({ outcome: OUTCOMES[answer.is] })
  if (answer.is === 'refused') await refuse(code, answer.code, task)
  else if (answer.is === 'accepted') await Outbox.finish(task, mail.outcome('sent'))
  else await Outbox.putOff(task, patience.next(task.tries), mail.outcome('queued', answer.code))
  announceUpdate(about.document.id)
}

const OUTCOMES: Record<SmsAnswer['is'], string> = {
  accepted: 'accepted',
  refused: 'given_up',
  later: 'put_off',
}

function textOf({ about, mail, digits }: CodeMessage): string {
  const { t } = Phrasebook.in(mail.language)
  return t('mails.sms_text', { code: digits, brand: oneLine(about.brand.name) })
}

/** The trail names the refusal, the page of the signer says that no code came, and who looks after the document gets a notice. */
function refuse({ about, signer, mail }: CodeMessage, reason: string, task: Task): Promise<void> {
  return unit(async () => {
    await Document.change(about.document.id, async (change) => {
      change.write(mail.outcome('failed', reason), OneTimeCode.failing(task.ref))
      change.log({
        action: 'access.code_failed',
        actor: SYSTEM,
        details: { signerId: signer.id, method: accessCheckOf(signer), code: reason },
        personal: { to: maskedPlace(signer) },
      })
      await tellCodeFailed(change.document, signer, reason)
    })
    await Outbox.finish(task)
  })
}

async function keep(code: CodeMessage, text: string, task: Task): Promise<void> {
  const { about, signer, mail } = code
  const { brand, document } = about
  const { language: lang, messageId, subject } = mail
  const html = await edge.render('mails/sms', { lang, subject, text })
  const from = { name: brand.name, address: smsProvider.value?.from ?? '' }
  const to = [{ name: signer.name, address: mail.recipient }]
  await Mailbox.keep(mail, { from, to, messageId, subject, html, text }, document, task)
}
