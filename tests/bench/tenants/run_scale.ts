import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SCALE = fileURLToPath(new URL('./scale.ts', import.meta.url))

/** With some of its environment changed, and the arguments of this process. @returns its exit code */
export async function runScale(settings: Record<string, string>): Promise<number> {
  const args = ['--import=@poppinss/ts-exec', SCALE, ...process.argv.slice(2)]
  const env = { ...process.env, ...settings }
  const [code] = await once(spawn(process.execPath, args, { env, stdio: 'inherit' }), 'exit')
  return code ?? 1
}
