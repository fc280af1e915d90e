import { Cell } from '#app/tenancy/cell'
import { backendSeconds, commits } from '../support/backends.js'
import { familySeconds } from '../support/processor_time.js'

/** Seconds of processor time so far, and transactions. Web and worker have the processes that examine files for them, the worker also its threads that seal. */
interface Spent {
  web: number
  worker: number
  postgres: number
  transactions: number
}

/** What web, worker and PostgreSQL do for something. */
export class Cost {
  private constructor(
    private processes: { web: number; worker: number },
    private from: Spent
  ) {}

  static async begin(processes: { web: number; worker: number }): Promise<Cost> {
    return new Cost(processes, await spent(processes))
  }

  /** Since it began, for each of so many. */
  async each(count: number): Promise<string> {
    const to = await spent(this.processes)
    const ms = (part: keyof Spent) => ((to[part] - this.from[part]) * 1_000) / count
    const [web, worker, postgres] = [ms('web'), ms('worker'), ms('postgres')]
    const parts = `web ${web.toFixed(1)} + worker ${worker.toFixed(1)} + PostgreSQL ${postgres.toFixed(1)}`
    const transactions = ((to.transactions - this.from.transactions) / count).toFixed(1)
    return `${parts} = ${(web + worker + postgres).toFixed(1)} ms CPU and ${transactions} transactions each`
  }
}

/** Of PostgreSQL those backends that serve this cell: the server may have others to serve. */
async function spent({ web, worker }: { web: number; worker: number }): Promise<Spent> {
  const cell = Cell.named('main')
  return {
    web: familySeconds(web),
    worker: familySeconds(worker),
    postgres: await backendSeconds(cell),
    transactions: await commits(cell),
  }
}
