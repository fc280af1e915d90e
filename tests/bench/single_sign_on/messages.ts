/**
 * What it costs to read a message of an identity provider, and what the costliest one of strangers, of members and of a tenant's own provider costs:
 *
 *   npm run bench -- single_sign_on/messages
 *
 * Processor time of one message, in the middle of some rounds and at the most. The ceiling holds on any machine: it is a multiple of what a response with
 * 150 groups takes in the same run. Then the same messages go through the threads of the gate, in a process that does nothing else, whose event loop must not wait. Above a ceiling this ends with 1.
 */
import 'reflect-metadata'
import { once } from 'node:events'
import { gate } from '#app/single_sign_on/gate/gate'
import { examineResponse } from '#app/single_sign_on/gate/response'
import { selfSigned } from '#app/single_sign_on/self_signed'
import { startProcess } from '../support/bench_process.js'
import { hostileMessages } from '#tests/support/hostile_messages'
import { TestIdentityProvider, type ResponseTerms } from '#tests/support/identity_provider'

const HERE = 'https://acme.example/sso/saml'
const ROUNDS = 15
const VALID_ROUNDS = 150
const WARM_UP_ROUNDS = 5
const AIM_MS = 50
const MOST_TIMES = 10
const AIM_STALL_MS = 20
const BOUNDS = { bytes: 96 * 1024, elements: 1_500 }

const [provider, ours] = [await TestIdentityProvider.make(), await selfSigned('ours')]
const settings = {
  ...{ entityId: `${HERE}/metadata`, acsUrl: `${HERE}/acs`, sloUrl: `${HERE}/slo` },
  provider: { entityId: provider.entityId, certificates: [provider.certificate] },
  decryptionKeys: [ours.privateKey],
  ...{ skewMs: 60_000, allowsUnsolicited: false, wantsBothSigned: false, wantsEncryption: false },
}
const groups = Array.from({ length: 150 }, (_, n) => `a group of people with a long name ${n}`)
const usual = respond({ attributes: { groups } })
const hostile = hostileMessages({ ...BOUNDS, encryptFor: ours.certificate, respond })

const yardstick = costs(usual, VALID_ROUNDS)
line('a response with 150 groups', yardstick)
line('the same encrypted', costs(respond({ attributes: { groups }, encryptFor: ours.certificate })))
line('a response without attributes', costs(respond({}), VALID_ROUNDS))
const worst = Object.entries(hostile)
  .map(([name, message]) => ({ name, all: costs(message) }))
  .sort((a, b) => middle(b.all) - middle(a.all))
for (const { name, all } of worst.slice(0, 5)) line(name, all)

const times = middle(worst[0]!.all) / middle(yardstick)
console.log(`aim: ${AIM_MS} ms; ceiling: ${MOST_TIMES} times, now ${times.toFixed(1)}`)
const share = await throughThreads()
const { stallMs, idleMs } = await waits()
console.log(`in threads: ${(share * 100).toFixed(0)} % of processor time off the event loop`)
console.log(
  `longest wait of the event loop ${stallMs.toFixed(0)} ms, of one that had nothing to do ${idleMs.toFixed(0)} ms (aim: ${AIM_STALL_MS})`
)
process.exit(times <= MOST_TIMES && share > 0.8 ? 0 : 1)

function respond(terms: Partial<ResponseTerms>): string {
  const to = { audience: `${HERE}/metadata`, acsUrl: `${HERE}/acs`, inResponseTo: '_request' }
  return provider.response({ ...to, ...terms })
}

/** Milliseconds, in order. */
function costs(message: string, rounds = ROUNDS): number[] {
  const found: number[] = []
  for (let round = 0; round < rounds + WARM_UP_ROUNDS; round += 1) {
    const before = process.cpuUsage()
    examineResponse(message, settings, Date.now())
    const { user, system } = process.cpuUsage(before)
    if (round >= WARM_UP_ROUNDS) found.push((user + system) / 1000)
  }
  return found.sort((a, b) => a - b)
}

/** Which part of the processor time is spent off the event loop. */
async function throughThreads(): Promise<number> {
  await Promise.all([gate.response(usual, settings), gate.response(usual, settings)])
  const [before, beforeHere] = [process.cpuUsage(), process.threadCpuUsage()]
  for (const message of Object.values(hostile)) await gate.response(message, settings)
  const [whole, here] = [process.cpuUsage(before), process.threadCpuUsage(beforeHere)]
  await gate.close()
  return 1 - (here.user + here.system) / (whole.user + whole.system)
}

/** Of a process of its own, while it has nothing to do and while the messages are read. */
async function waits(): Promise<{ stallMs: number; idleMs: number }> {
  const child = startProcess(new URL('./stall_process.ts', import.meta.url), [], {})
  await once(child, 'message')
  child.send({ messages: [usual, ...Object.values(hostile)], settings })
  const [found] = await once(child, 'message')
  child.kill()
  return found
}

function line(name: string, found: number[]): void {
  const at = (part: number) => found[Math.min(found.length - 1, Math.floor(found.length * part))]!
  const figures = [middle(found), at(0.99)].map((ms) => ms.toFixed(1).padStart(6)).join(' ')
  console.log(`${name.padEnd(52)} p50, p99: ${figures} ms of processor time`)
}

function middle(found: number[]): number {
  return found[Math.floor(found.length / 2)]!
}
