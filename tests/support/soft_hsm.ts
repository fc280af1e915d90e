import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const HSM_PIN = '123456'
export const HSM_TOKEN = 'seals of these tests'

/** A token of SoftHSM's in a folder of its own. */
export class SoftHsm {
  readonly module = process.env.SOFTHSM_MODULE || '/usr/lib/softhsm/libsofthsm2.so'
  #folder = mkdtempSync(join(tmpdir(), 'hsm-'))
  #configuration = join(this.#folder, 'softhsm2.conf')

  static open(): SoftHsm {
    const hsm = new SoftHsm()
    hsm.#prepare()
    return hsm
  }

  /** With which its library finds the token. */
  get environment() {
    return { ...process.env, SOFTHSM2_CONF: this.#configuration }
  }

  /** What stands on the token, as OpenSC lists it. */
  get objects(): string {
    const login = ['--token-label', HSM_TOKEN, '--login', '--pin', HSM_PIN]
    return execFileSync('pkcs11-tool', ['--module', this.module, ...login, '--list-objects'], {
      stdio: 'pipe',
      env: this.environment,
    }).toString()
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #prepare(): void {
    const tokens = join(this.#folder, 'tokens')
    mkdirSync(tokens)
    writeFileSync(this.#configuration, `directories.tokendir = ${tokens}\nlog.level = ERROR\n`)
    const pins = ['--pin', HSM_PIN, '--so-pin', '87654321']
    const token = ['--init-token', '--free', '--label', HSM_TOKEN, ...pins]
    execFileSync('softhsm2-util', ['--module', this.module, ...token], {
      stdio: 'pipe',
      env: this.environment,
    })
  }
}
