import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandPath, isProgram } from './command_path.mjs'
import { DebianPackages } from './debian_packages.mjs'

/** A program of Debian's: where this machine has it, or brought here. */
export class DebianTool {
  /**
   * @param options.commands  names under which it may be on PATH
   * @param options.package   Debian's package that has it
   * @param options.program   its place inside the package; a pattern, where the name has a version in it
   * @param options.version   the arguments with which it prints its version and ends with `status`
   * @param options.status    0 unless it has no such arguments
   */
  constructor({
    commands,
    package: name,
    program,
    version = ['--version'],
    status = 0,
    packages = new DebianPackages(),
  }) {
    Object.assign(this, { commands, name, program, version, status, packages })
    this.wrapper = join(packages.folder, 'bin', commands[0])
  }

  /** Where it is now, or null. */
  find() {
    return commandPath(...this.commands) ?? (this.#runs(this.wrapper) ? this.wrapper : null)
  }

  /** Its path, after installing it when we are root, else after unpacking it. Throws when neither works. */
  async obtain({ install = DebianPackages.mayInstall } = {}) {
    const found = this.find()
    if (found) return found
    if (!DebianPackages.isDebian) throw new Error('this machine has no apt-get')
    if (install) {
      await this.packages.install(this.name)
      return this.find()
    }
    return this.#unpack()
  }

  /** Leaves a wrapper only for a program that has printed its version. */
  async #unpack() {
    await this.packages.unpack(this.name)
    if (!this.#unpackedRuns()) await this.packages.unpackWithDependencies(this.name)
    if (!this.#unpackedRuns()) {
      throw new Error(`Debian’s package ${this.name} has no ${this.program} that runs`)
    }
    mkdirSync(join(this.packages.folder, 'bin'), { recursive: true })
    writeFileSync(this.wrapper, this.#script())
    chmodSync(this.wrapper, 0o755)
    return this.wrapper
  }

  #unpackedRuns() {
    const program = this.#unpacked()
    return Boolean(program) && this.#runs(program, { LD_LIBRARY_PATH: this.#libraries() })
  }

  #runs(path, env = {}) {
    if (!isProgram(path)) return false
    return spawnSync(path, this.version, { env: { ...process.env, ...env } }).status === this.status
  }

  /** Where the program lies unpacked; a link that leads nowhere is no program. */
  #unpacked() {
    const [program] = globSync(this.program, { cwd: this.packages.root })
    return program ? join(this.packages.root, program) : null
  }

  #libraries() {
    return [this.packages.libraryPath(), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  }

  #script() {
    return [
      '#!/bin/sh',
      `LD_LIBRARY_PATH="${this.packages.libraryPath()}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`,
      'export LD_LIBRARY_PATH',
      `exec "${this.#unpacked()}" "$@"`,
      '',
    ].join('\n')
  }
}
