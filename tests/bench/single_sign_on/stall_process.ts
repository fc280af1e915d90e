/** Has messages read by the gate's threads, and does nothing else: how long its event loop waited, in milliseconds, is what it sends back. */
import 'reflect-metadata'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gate } from '#app/single_sign_on/gate/gate'
import type { GateSettings } from '#app/single_sign_on/gate/settings'

interface Order {
  messages: string[]
  settings: GateSettings
}

process.once('message', (order) => {
  void measure(order as Order).then((ms) => process.send?.(ms))
})
process.send?.('ready')

async function measure({
  messages,
  settings,
}: Order): Promise<{ stallMs: number; idleMs: number }> {
  await Promise.all([messages[0], messages[0]].map((one) => gate.response(one, settings)))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const idleMs = delay.max / 1e6
  delay.reset()
  for (const message of messages) await gate.response(message, settings)
  delay.disable()
  await gate.close()
  return { stallMs: delay.max / 1e6, idleMs }
}
