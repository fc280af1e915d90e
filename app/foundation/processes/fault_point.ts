const chosen = process.env.NODE_ENV === 'production' ? undefined : process.env.FAULT_POINT

/** A place where tests let the process die as if its power were cut; `FAULT_POINT` names it. Nothing in production. */
export function faultPoint(name: string): void {
  if (name === chosen) process.kill(process.pid, 'SIGKILL')
}
