import { createTransport } from 'nodemailer'
import { test } from '@japa/runner'

interface Message {
  id: string
  to: string[]
  subject: string
  links: string[]
  html: string | null
}
interface Catcher {
  url: string
  smtpHost: string
  smtpPort: number
  messages: Message[]
  listen(): Promise<Catcher>
  close(): Promise<void>
}

const file = new URL('../../../bin/services/mail_catcher.mjs', import.meta.url).href
const { MailCatcher } = (await import(file)) as { MailCatcher: new () => Catcher }

const MAIL = {
  from: 'Acme <sign@acme.test>',
  to: 'ada@example.com',
  subject: 'Please sign <it>',
  text: 'Sign at http://acme.localhost/sign/tok_1?a=1&b=2.',
  html: '<p><a href="http://acme.localhost/sign/tok_1?a=1&amp;b=2">Sign</a></p>',
}

test.group('Mail catcher', (group) => {
  let catcher: Catcher

  group.each.setup(async () => {
    catcher = await new MailCatcher().listen()
    const { smtpHost: host, smtpPort: port } = catcher
    await createTransport({ host, port }).sendMail(MAIL)
    return () => catcher.close()
  })

  test('tells each link once, as a person would open it', ({ assert }) => {
    const [message] = catcher.messages
    assert.deepEqual(message.links, ['http://acme.localhost/sign/tok_1?a=1&b=2'])
    assert.deepEqual(message.to, ['ada@example.com'])
  })

  test('finds mails by their recipient', async ({ assert }) => {
    const found = async (to: string) => (await fetch(`${catcher.url}/messages?to=${to}`)).json()
    assert.lengthOf((await found('ada@example.com')) as Message[], 1)
    assert.lengthOf((await found('grace@example.com')) as Message[], 0)
  })

  test('shows a mail without letting it run or load anything', async ({ assert }) => {
    const [{ id }] = catcher.messages
    const shown = await fetch(`${catcher.url}/messages/${id}/html`)
    assert.match(
      String(shown.headers.get('content-security-policy')),
      /default-src 'none'.*sandbox/
    )
    const page = await (await fetch(`${catcher.url}/?message=${id}`)).text()
    assert.include(page, 'Please sign &lt;it&gt;')
  })
})
