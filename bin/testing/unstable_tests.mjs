import { stripVTControlCharacters } from 'node:util'

/** More failures at once are no accident of a busy machine. */
const MOST = 3

/**
 * The tests that failed while other parts ran beside them. Where they are few, their files run once more, alone and on fresh
 * servers: what passes then is unstable, which is said and to be mended, but is no verdict on the change.
 */
export class UnstableTests {
  #failures = []

  note(suite, { failed, output }) {
    if (failed > 0) this.#failures.push({ suite, failed, files: failedFiles(output, failed) })
  }

  get areFew() {
    const count = this.#failures.reduce((sum, { failed }) => sum + failed, 0)
    return count > 0 && count <= MOST && this.#failures.every(({ files }) => files.length > 0)
  }

  /**
   * @param run  runs Japa with arguments
   * @returns how many failures did not come again
   */
  async runAgain(run) {
    let unstable = 0
    for (const { suite, failed, files } of this.#failures) {
      const again = await run(suite, [suite, ...files.flatMap((file) => ['--files', file])])
      if (again.failed === 0 && again.passed >= failed) unstable += failed
    }
    return unstable
  }
}

/**
 * The files of the failed tests in what Japa wrote; none where something else failed, too, such as a set-up or a file that does
 * not load.
 */
export function failedFiles(output, failed) {
  const files = []
  let file
  for (const line of stripVTControlCharacters(output).split('\n')) {
    file = /\((tests\/\S+\.spec\.ts)\)$/.exec(line)?.[1] ?? file
    if (/^\s+✖ /.test(line)) files.push(file)
  }
  return files.length === failed ? [...new Set(files)] : []
}
