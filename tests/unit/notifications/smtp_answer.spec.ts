import { test } from '@japa/runner'
import { answerOf, type SmtpError } from '#app/notifications/servers/smtp_answer'

const answer = (error: SmtpError) =>
  answerOf(() => Promise.reject(Object.assign(new Error('refused'), error)))

const REFUSED = [
  { command: 'RCPT TO', responseCode: 550 },
  { command: 'RCPT TO', responseCode: 552 },
  { command: 'DATA', responseCode: 554 },
]
const ABOUT_US = [
  { command: 'RCPT TO', responseCode: 530 },
  { command: 'RCPT TO', responseCode: 503 },
  { command: 'AUTH PLAIN', responseCode: 535 },
  { command: 'MAIL FROM', responseCode: 550 },
  { command: 'EHLO', responseCode: 554 },
  { code: 'ECONNREFUSED' },
]
const ABOUT_THE_MAIL = [
  { command: 'RCPT TO', responseCode: 451 },
  { command: 'DATA', responseCode: 452 },
]

test.group('Answer of a mail server', () => {
  for (const error of REFUSED)
    test(`${error.responseCode} at ${error.command} refuses the recipient for good`, async ({
      assert,
    }) => {
      assert.equal((await answer(error)).is, 'refused')
    })

  for (const error of ABOUT_US)
    test(`${error.responseCode ?? error.code} at ${error.command ?? 'connecting'} is about us: the mail waits`, async ({
      assert,
    }) => {
      assert.deepInclude(await answer(error), { is: 'later', isAboutMail: false })
    })

  for (const error of ABOUT_THE_MAIL)
    test(`${error.responseCode} at ${error.command} is about this mail: it is tried again`, async ({
      assert,
    }) => {
      assert.deepInclude(await answer(error), { is: 'later', isAboutMail: true })
    })
})
