/** What was to be loaded before everything else, as Node's own `fork` hands it on. */
const LOADERS = process.execArgv.filter((arg) => arg.startsWith('--import='))

/**
 * Where a sibling module is, to start a process or a thread from it: from source in development
 * and tests, where Node needs the TypeScript loader, and compiled in production.
 */
export function ownModule(path: string, from: string): { url: URL; execArgv: string[] } {
  // without the query by which a module that was exchanged is told from the one before
  const fromSource = new URL(from).pathname.endsWith('.ts')
  return {
    url: new URL(`${path}${fromSource ? '.ts' : '.js'}`, from),
    execArgv: fromSource ? [`--import=${import.meta.resolve('@poppinss/ts-exec')}`] : LOADERS,
  }
}
