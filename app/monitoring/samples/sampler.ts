import { monitorEventLoopDelay } from 'node:perf_hooks'
import logger from '@adonisjs/core/services/logger'
import { randomBase62 } from '#app/foundation/opaque_token'
import { timeScale } from '#app/foundation/time_scale'
import { CountedFigures } from './counted_figures.js'
import { HealthSamples } from './health_samples.js'
import { allLate, installationSample } from './installation_sample.js'
import { add, emptySample, raise } from './sample.js'

const EVERY_MS = 60_000
const LAG_RESOLUTION_MS = 20
const NANOSECONDS = 1e6

/** Writes down, once a minute, what this process has counted and how it is; a worker also how the installation is. */
export class Sampler {
  #source: string
  #counted = new CountedFigures()
  #lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
  /** What could not be written yet. */
  #sample = emptySample()
  #timer: NodeJS.Timeout

  private constructor(private process: 'web' | 'worker') {
    this.#source = `${process}-${randomBase62(12)}`
    this.#lag.enable()
    this.#timer = setInterval(() => void this.#write(), timeScale.of(EVERY_MS)).unref()
  }

  static start(process: 'web' | 'worker'): Sampler {
    return new Sampler(process)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#lag.disable()
  }

  /** Where the database is away, what was counted is kept for the next minute. */
  async #write(): Promise<void> {
    try {
      await this.#measure()
      const sample = this.#sample
      this.#sample = emptySample()
      try {
        await HealthSamples.write(this.#source, sample)
      } catch (error) {
        this.#keep(sample)
        throw error
      }
      if (this.process === 'worker')
        await HealthSamples.writeInstallation(await installationSample())
      else await HealthSamples.writeMissing(allLate())
    } catch (error) {
      logger.warn({ err: error }, 'the figures of the last minute could not be written down')
    }
  }

  async #measure(): Promise<void> {
    const { totals, peaks } = this.#sample
    for (const [name, value] of Object.entries(await this.#counted.grown()))
      add(totals, name, value)
    raise(peaks, `loop.${this.process}`, this.#lag.percentile(99) / NANOSECONDS)
    this.#lag.reset()
  }

  #keep({ totals, peaks }: ReturnType<typeof emptySample>): void {
    for (const [name, value] of Object.entries(totals)) add(this.#sample.totals, name, value)
    for (const [name, value] of Object.entries(peaks)) raise(this.#sample.peaks, name, value)
  }
}
