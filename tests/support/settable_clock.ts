/**
 * The same as if somebody set the clock of a process's machine: it starts with the first of these offsets, and each SIGUSR2 goes on to the
 * next. What nobody can set, such as what timers go by, stays.
 */
export function settableClock(...offsetsMs: readonly number[]): Record<string, string> {
  const script = `const n=Date.now,o=${JSON.stringify(offsetsMs)};let i=0;
    process.on('SIGUSR2',()=>{i=(i+1)%o.length});Date.now=()=>n()+o[i];
    globalThis.Date=new Proxy(Date,{apply:()=>new Date().toString(),
      construct:(d,a,t)=>Reflect.construct(d,a.length?a:[d.now()],t)})`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}

/**
 * For a program in C, such as PostgreSQL: its clock is as far off as the file says (`+3600`), whenever it asks. What nobody can set is
 * left alone, as above.
 */
export function settableServerClock(file: string): Record<string, string> {
  return {
    LD_PRELOAD: process.env.FAKETIME_LIBRARY ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
  }
}
