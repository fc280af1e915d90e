import { inClone, root } from '../services/clone.mjs'
import { attempt } from '../services/command.mjs'

/**
 * What is checked without running anything: types, and the habits of writing. Leaves a build behind.
 *
 * @returns the names of those that failed, and a promise of the last, which goes on while tests begin: its name if it failed, else null
 */
export async function checks({ progress, env, build }) {
  const codegen = await check(progress, 'Generated types', ['ace.js', 'codegen'], env)
  const eslint = [inClone('node_modules', 'eslint', 'bin', 'eslint.js'), '.']
  const lint = check(progress, 'Lint', eslint, env)
  const form = await check(progress, 'Form', [inClone('bin', 'form.mjs')], env)
  const types = await check(progress, 'Types and build', build.compiler, env)
  build.complete()
  return { failed: [codegen, form, types].filter((name) => name !== null), lint }
}

/** @returns the name of the check when it failed */
async function check(progress, name, args, env) {
  try {
    await progress.step(name, async () => {
      const { code, output } = await attempt(process.execPath, args, { cwd: root, env })
      if (code !== 0) throw new Error(output)
    })
    return null
  } catch (error) {
    progress.say(error.message)
    return name
  }
}
