import { Gauge } from '@prometheus-io/client'
import { figures, named } from '#app/foundation/figures/figures'
import { renewsStamps } from '#app/sealing/configuration'
import { within } from '../within.js'
import { Installation } from './installation.js'

/** However often and by whomever the figures are read, the databases are asked once in this time. */
const FRESH_MS = 10_000
const ANSWER_WITHIN_MS = 5_000

const gauge = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
  new Gauge({ ...figures, name: named(name), help, labelNames })

/** What a worker tells of the whole installation, and every worker the same. */
export class InstallationFigures {
  #isFresh = gauge(
    'installation_figures_fresh',
    '1 when the databases have answered what is asked for the figures of the installation, 0 when those are left out',
    []
  )
  #work = gauge(
    'work',
    'Work in the outboxes: due, later (it has a time) and leased (a worker has it)',
    ['cell', 'kind', 'state']
  )
  #oldest = gauge('work_oldest_seconds', 'How long the longest due work of a kind waits', [
    'cell',
    'kind',
  ])
  #stuck = gauge(
    'work_stuck',
    'Work that has failed three times or more, and will be tried again',
    ['cell', 'kind']
  )
  #tenants = gauge(
    'tenants',
    'Tenants by the version of their schemas, and whether that is the latest',
    ['cell', 'version', 'latest']
  )
  #jobs = gauge('job_age_seconds', 'Since each scheduled job was last done', ['cell', 'name'])
  #periods = gauge('job_period_seconds', 'How often each scheduled job is done', ['cell', 'name'])
  #checkpoint = gauge(
    'checkpoint_age_seconds',
    'Age of the newest checkpoint of the audit trails; without new entries there is no new one',
    ['cell']
  )
  #authority = gauge(
    'seal_authority_remaining_seconds',
    'Until the authority ends that seals lead to',
    ['environment']
  )
  #stampRound = gauge(
    'stamp_round_age_seconds',
    'Since a round of all tenants last began that looks for time stamps to be renewed',
    ['cell']
  )
  #evidenceRound = gauge(
    'evidence_round_age_seconds',
    'Since a round of all documents last began that holds them against their trails',
    ['cell']
  )
  #backup = gauge('backup_age_seconds', 'Since the newest backup was made by backup:create', [])
  #verified = gauge('backup_verified_age_seconds', 'Since a backup was last verified', [])
  #offlineRoot = gauge(
    'offline_root_remaining_seconds',
    'Until the key of a root that is kept offline has to be brought, for its list or for the authority below it',
    ['environment', 'need']
  )
  #asked: { at: number; done: Promise<void> } | undefined

  /** Before each reading. Never fails: where a database is away, its figures are missing, and the first of these is 0. */
  refresh(): Promise<void> {
    const now = performance.now()
    if (!this.#asked || now - this.#asked.at > FRESH_MS)
      this.#asked = { at: now, done: this.#ask() }
    return this.#asked.done
  }

  async #ask(): Promise<void> {
    for (const each of [
      this.#work,
      this.#oldest,
      this.#stuck,
      this.#tenants,
      this.#jobs,
      this.#periods,
      this.#checkpoint,
      this.#authority,
      this.#stampRound,
      this.#evidenceRound,
      this.#backup,
      this.#verified,
      this.#offlineRoot,
    ])
      each.reset()
    this.#setKept({ made: null, verified: null }, [])
    const asked = within(
      ANSWER_WITHIN_MS,
      Promise.all([
        Installation.work(),
        Installation.tenants(),
        Installation.jobs(),
        Installation.checkpoints(),
        Installation.authorities(),
        Installation.stampRounds(),
        Installation.evidenceRounds(),
        Installation.backups(),
        Installation.offlineRoots(),
      ])
    )
    const answers = await asked.catch(() => null)
    this.#isFresh.set(answers ? 1 : 0)
    if (!answers) return
    const [work, tenants, jobs, checkpoints, authorities, rounds, evidenceRounds, ...others] =
      answers
    this.#setKept(...others)
    for (const { cell, kind, state, count, oldestSeconds, stuck } of work) {
      this.#work.set({ cell, kind, state }, count)
      this.#stuck.inc({ cell, kind }, stuck)
      if (state === 'due') this.#oldest.set({ cell, kind }, oldestSeconds)
    }
    for (const { cell, version, isLatest, count } of tenants)
      this.#tenants.set({ cell, version, latest: String(isLatest) }, count)
    for (const { cell, job, seconds, periodSeconds } of jobs) {
      this.#jobs.set({ cell, name: job }, seconds)
      this.#periods.set({ cell, name: job }, periodSeconds)
    }
    for (const { cell, seconds } of checkpoints) this.#checkpoint.set({ cell }, seconds)
    for (const { environment, seconds } of authorities)
      this.#authority.set({ environment }, seconds)
    for (const { cell, seconds } of rounds)
      if (seconds !== null && renewsStamps()) this.#stampRound.set({ cell }, seconds)
    for (const { cell, seconds } of evidenceRounds)
      if (seconds !== null) this.#evidenceRound.set({ cell }, seconds)
  }

  /** What is kept elsewhere: backups, and the keys of roots. Of several roots the first that needs its key counts. */
  #setKept(
    { made, verified }: Awaited<ReturnType<typeof Installation.backups>>,
    roots: Awaited<ReturnType<typeof Installation.offlineRoots>>
  ): void {
    // a gauge without labels is 0 after a reset, which would be a backup of this moment
    this.#backup.set(made ?? Number.NaN)
    this.#verified.set(verified ?? Number.NaN)
    const latestFirst = roots.toSorted((one, other) => other.seconds - one.seconds)
    for (const { environment, need, seconds } of latestFirst)
      this.#offlineRoot.set({ environment, need }, seconds)
  }
}
