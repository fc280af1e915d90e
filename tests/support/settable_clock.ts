/**
 * The same as if somebody set the clock of a process's machine: it starts with the first of these offsets, and each SIGUSR2 goes on to the
 * next. What nobody can set, such as what timers go by, stays.
 */
export function settableClock(...offsetsMs: readonly number[]): Record<string, string> {
  const script = `const n=Date.now,o=${JSON.stringify(offsetsMs)};let i=0;
    process.on('SIGUSR2',()=>{i=(i+1)%o.length});Date.now=()=>n()+o[i]`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}
