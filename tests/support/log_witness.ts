import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import app from '@adonisjs/core/services/app'
import { type Witness, witnessesFrom } from '#app/audit/transparency/witnesses'
import { program } from './program.js'

/** A witness of a log in a process of its own, as somebody else would run it. */
export class WitnessProcess {
  private constructor(
    private child: ChildProcess,
    readonly witness: Witness,
    readonly key: string
  ) {}

  static async start(folder: string, log: string): Promise<WitnessProcess> {
    const options = ['--name', 'witness.example', '--folder', folder, '--log', log, '--port', '0']
    const child = spawn(process.execPath, [...program('bin/console'), 'log:witness', ...options], {
      cwd: app.makePath(),
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said: string[] = []
    for await (const line of createInterface(child.stdout!)) {
      said.push(line)
      if (said.length === 2) break
    }
    const [key, url] = said.map((line) => line.split(' ').at(-1)!)
    return new WitnessProcess(child, witnessesFrom(`${key}@${url}`)[0], key)
  }

  /** POST /add-checkpoint, as a log that it does not know would. */
  async post(body: string): Promise<{ status: number; text: string; type: string | null }> {
    const answer = await fetch(`${this.witness.url}/add-checkpoint`, { method: 'POST', body })
    const type = answer.headers.get('content-type')
    return { status: answer.status, text: await answer.text(), type }
  }

  async stop(): Promise<void> {
    this.child.kill()
    await once(this.child, 'close')
  }
}
