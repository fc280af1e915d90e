import { setTimeout as pause } from 'node:timers/promises'
import { isAsExpected, sentenceOf, wordsFor, type Attempt } from '../attempts/attempt.js'
import type { Canaries } from '../evidence/canary.js'
import type { Finding } from '../finding.js'
import { Reader, type Answer, type Question } from './reader.js'

const AT_ONCE = 8
const MAX_WAITS = 5

/** Asks a running web process everything, as everybody. */
export class Crawler {
  #reader: Reader
  asked = 0
  /** Answers by status. */
  readonly statuses = new Map<number, number>()
  /** What broke at being asked. */
  readonly broken = new Set<string>()
  /** What who was told to wait last was told. */
  #waitMs = 0

  /** @param wait  what is done when there is nothing left but requests that were told to wait */
  constructor(
    origin: string,
    private canaries: Canaries,
    private wait: (ms: number) => Promise<unknown> = pause
  ) {
    this.#reader = new Reader(origin, AT_ONCE)
  }

  /** Tries them in their order. Those that are told to wait come again when everybody else has had their turn. */
  async tryAll(attempts: readonly Attempt[], progress: (done: number) => void): Promise<Finding[]> {
    const findings: Finding[] = []
    let waiting: Attempt[] = []
    const round = async (queue: ArrayIterator<Attempt>, isLast: boolean) => {
      for (const attempt of queue) {
        const found = await this.#try(attempt, isLast)
        if (found) findings.push(...found)
        else waiting.push(attempt)
        progress(this.asked)
      }
    }
    for (let turn = 0, queue = attempts; queue.length > 0; turn += 1) {
      if (turn > 0) await this.wait(this.#waitMs)
      waiting = []
      const left = queue.values()
      const isLast = turn === MAX_WAITS
      await Promise.all(Array.from({ length: AT_ONCE }, () => round(left, isLast)))
      queue = waiting
    }
    return findings
  }

  /** Asks several questions at once, each until it is answered. */
  async askAll(
    questions: readonly Question[],
    read: (answer: Answer, question: Question) => void
  ): Promise<void> {
    const left = questions.values()
    const work = async () => {
      for (const one of left) read(await this.ask(one), one)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  async ask(question: Question, waits = 0): Promise<Answer> {
    const answer = await this.#reader.ask(question)
    if (answer.waitMs > 0 && waits < MAX_WAITS) {
      await this.wait(answer.waitMs)
      return this.ask(question, waits + 1)
    }
    this.#count(question, answer)
    return answer
  }

  async close(): Promise<void> {
    await this.#reader.close()
  }

  /** @returns null for who is told to wait, unless what they are told is the last answer */
  async #try(attempt: Attempt, isLast: boolean): Promise<Finding[] | null> {
    const { boundary, question, expected, isForbidden } = attempt
    const answer = await this.#reader.ask(question)
    if (answer.waitMs > 0 && !isLast) {
      this.#waitMs = answer.waitMs
      return null
    }
    this.#count(question, answer)
    const sentence = sentenceOf(attempt)
    const findings: Finding[] = isAsExpected(expected, answer)
      ? []
      : [{ boundary, message: `${sentence}: expected a refusal, got ${wordsFor(answer)}` }]
    const leaked = this.canaries
      .in(answer.text)
      .filter((canary) => isForbidden(canary) && !answer.sent.includes(canary.word))
    const words = new Set(
      leaked.map(({ what, home }) => `${what} of ${home.tenant} (${home.part})`)
    )
    if (words.size > 0)
      findings.push({
        boundary,
        message: `${sentence}: ${[...words].join(', ')} in the answer, ${answer.status}`,
      })
    return findings
  }

  #count({ method, path }: Question, { status }: Answer): void {
    this.asked += 1
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (status >= 500) this.broken.add(`${method} ${path}: ${status}`)
  }
}
