/** Signals by which a process goes down over what it was given; all others come from elsewhere: an operator, the kernel when memory is short. */
const OWN_DOING = new Set<NodeJS.Signals>([
  ...(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP'] as const),
  'SIGXCPU', // the processor time that its shell allowed it
])

/** Whether a process that ended was killed by somebody, so that the same work may succeed in another. */
export function wasKilled(signal: NodeJS.Signals | null): signal is NodeJS.Signals {
  return signal !== null && !OWN_DOING.has(signal)
}
