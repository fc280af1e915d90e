import { createHook } from 'node:async_hooks'

/** How many times Node is asked for an scrypt hash while something is done. */
export async function scryptJobsOf(work: () => Promise<unknown>): Promise<number> {
  let jobs = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'SCRYPTREQUEST') jobs += 1
    },
  })
  hook.enable()
  await work().finally(() => hook.disable())
  return jobs
}
