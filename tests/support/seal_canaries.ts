import { FormData } from 'undici'
import type { Answer } from '#tests/factories/api_client'
import { CSC_CLIENT, CSC_CREDENTIAL, CSC_PIN, CSC_USER, CscServer } from './csc_server.js'
import { OutsideAuthority, P12_PASSWORD, pkcs12 } from './outside_authority.js'

/** @param body  null for a page @param carried  a cookie beside that of the session */
type Send = (path: string, body: string | FormData | null, carried?: string) => Promise<Answer>

const WRONG_PASSWORD = 'Straßenbahn sieben'
const WRONG_SECRET = 'a secret of somebody else'
const WRONG_PIN = '8730164'
const FORM = '/settings/seal/provider'
const LOG_IN = /^seal_log_in=(?=[\w-])/

/**
 * Seals with a certificate from a file, then with a provider's, with wrong secrets before the right ones, then with that of somebody who logs in there.
 *
 * @param send  as an owner, to a process of this installation
 * @returns what no log may hold, by name, and how each was answered
 */
export async function sendSealSecrets(
  send: Send
): Promise<{ secrets: Record<string, string>; answers: number[] }> {
  const outside = await OutsideAuthority.make()
  const csc = await CscServer.open(await outside.issue('rsa'))
  try {
    const file = await pkcs12(await outside.issue('P-256'))
    const answers: Answer[] = []
    for (const password of [WRONG_PASSWORD, P12_PASSWORD]) {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(file)]), 'acme.p12')
      form.append('password', password)
      answers.push(await send('/settings/seal/file', form))
    }
    const text = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
    for (const clientSecret of [WRONG_SECRET, CSC_CLIENT.clientSecret]) {
      const access = { url: csc.url, ...CSC_CLIENT, clientSecret, userId: CSC_USER }
      answers.push(await send(`${FORM}/credentials`, text(access)))
    }
    const [, connection] = /name="connection" value="([^"]+)"/.exec(answers.at(-1)!.text)!
    for (const pin of [WRONG_PIN, CSC_PIN])
      answers.push(
        await send(FORM, text({ connection: connection!, credential: CSC_CREDENTIAL, pin }))
      )
    csc.authType = ['oauth2code']
    const person = { url: csc.url, ...CSC_CLIENT, way: 'person' }
    const begun = await send(`${FORM}/credentials`, text(person))
    const place = String(begun.headers.location)
    const { headers } = await fetch(place, { redirect: 'manual' })
    const back = new URL(headers.get('location')!)
    const carried = [begun.headers['set-cookie'] ?? []].flat().find((line) => LOG_IN.test(line))!
    const [cookie] = carried.split(';')
    const returned = await send(back.pathname + back.search, null, cookie)
    const [, ofPerson] = /name="connection" value="([^"]+)"/.exec(returned.text)!
    const chosen = { connection: ofPerson!, credential: CSC_CREDENTIAL, pin: CSC_PIN }
    answers.push(begun, returned, await send(FORM, text(chosen)))
    const secrets = {
      'the state of a log-in': back.searchParams.get('state')!,
      'a log-in that was begun': cookie.replace(LOG_IN, '').slice(0, 60),
      'a connection of somebody who logged in': ofPerson!.slice(0, 60),
      ...Object.fromEntries(csc.given.map((one, at) => [`what the provider gave (${at})`, one])),
      'a password of a certificate': P12_PASSWORD,
      'a wrong password of a certificate': WRONG_PASSWORD,
      'the secret of a provider': CSC_CLIENT.clientSecret,
      'a wrong secret of a provider': WRONG_SECRET,
      'a connection to a provider': connection!.slice(0, 60),
      'a PIN': CSC_PIN,
      'a wrong PIN': WRONG_PIN,
    }
    return { secrets, answers: answers.map(({ status }) => status) }
  } finally {
    await csc.close()
  }
}
