import { inClone, root } from '../services/clone.mjs'
import { attempt } from '../services/command.mjs'

/** What is checked without running anything: types, and the habits of writing. Leaves a build behind. */
export async function checks({ progress, env, build }) {
  const codegen = await check(progress, 'Generated types', ['ace.js', 'codegen'], env)
  const others = await Promise.all([
    check(progress, 'Types and build', build.compiler, env),
    check(progress, 'Lint', [inClone('node_modules', 'eslint', 'bin', 'eslint.js'), '.'], env),
  ])
  build.complete()
  return [codegen, ...others].filter((name) => name !== null)
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
