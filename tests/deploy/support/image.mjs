import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inClone, root } from '../../../bin/services/clone.mjs'
import { attempt, run } from '../../../bin/services/command.mjs'

const SUITE = 'trixie'
const BASE = 'localhost/countersign-base'
const IMAGE = 'localhost/countersign'
/** Where Debian looks for authorities that a machine trusts beside its own. */
const AUTHORITIES = '/usr/local/share/ca-certificates'

/** The image of this clone, on a Debian that debootstrap makes: no registry is asked. */
export class Image {
  name = IMAGE

  constructor(log) {
    this.log = log
  }

  /** Once; `podman rmi` has it made anew. */
  async makeBase() {
    const { code } = await attempt('podman', ['image', 'exists', BASE])
    if (code === 0) return
    const folder = inClone('tmp', 'containers', 'base')
    const archive = `${folder}.tar`
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await this.#run('debootstrap', '--variant=minbase', SUITE, folder)
    if (existsSync(AUTHORITIES))
      cpSync(AUTHORITIES, join(folder, AUTHORITIES), { recursive: true, dereference: true })
    await this.#run('tar', '--create', '--file', archive, '--directory', folder, '.')
    await this.#run('podman', 'import', archive, BASE)
    for (const made of [folder, archive]) rmSync(made, { recursive: true })
  }

  /** In Docker's format: that of OCI has no health checks. @returns its size in MB */
  async build() {
    const how = ['--format=docker', '--build-arg', `BASE=${BASE}`, '--tag', IMAGE]
    await this.#run('buildah', 'build', ...how, root)
    const size = await this.#run('podman', 'image', 'inspect', '--format', '{{.Size}}', IMAGE)
    return Math.round(Number(size) / 1_000_000)
  }

  #run(command, ...args) {
    return run(command, args, { cwd: root, log: this.log })
  }
}
