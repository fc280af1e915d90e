/** Runs in a thread of its own: see `gate.ts`. */
import { examineLogout, type LogoutInput } from './logout.js'
import { readProviderMetadata } from './provider_metadata.js'
import { examineResponse, faultOf } from './response.js'
import type { GateSettings } from './settings.js'

// libraries write what they do not like about a stranger's message
console.error = console.warn = () => {}

export interface MessageTask<Message> {
  message: Message
  settings: GateSettings
  now: number
}

export function ready(): void {}

export function response({ message, settings, now }: MessageTask<unknown>) {
  return examineResponse(message, settings, now)
}

export function logout({ message, settings, now }: MessageTask<LogoutInput>) {
  return examineLogout(message, settings, now)
}

export function metadata(xml: string) {
  try {
    return { result: readProviderMetadata(xml) }
  } catch (error) {
    return { fault: faultOf(error, []) }
  }
}
