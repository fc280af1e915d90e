import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { proxies } from '../configuration.js'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** A request with these headers came through a proxy, so somebody else sent it. */
const HANDED_ON = ['x-forwarded-for', 'forwarded', 'via']

/** Supervisors and proxies that run this process ask it by address, with any Host. */
export function isInside({ socket, headers }: IncomingMessage): boolean {
  if (HANDED_ON.some((name) => headers[name] !== undefined)) return false
  const address = socket.remoteAddress ?? ''
  return (
    loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') || proxies.value.trusts(address, 0)
  )
}
