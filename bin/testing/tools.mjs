import { obtainChromium } from '../services/chromium.mjs'
import {
  caddy,
  curl,
  faketime,
  openssl,
  pdfsig,
  pdftoppm,
  pgbouncer,
  php,
  pkcs11Tool,
  promtool,
  python,
  softHsm,
  systemd,
} from '../services/debian_tools.mjs'
import { obtainRedis } from '../services/redis.mjs'

/** The programs that tests use beside Node and PostgreSQL: brought here when missing, else each says why. */
export async function obtainTools(progress) {
  const reasons = {}
  const tools = {}
  const find = async (name, obtain) => {
    try {
      tools[name] = await obtain()
    } catch (error) {
      reasons[name] = error.message
    }
  }
  await progress.step(
    'Redis, Chromium, PgBouncer, Poppler, OpenSSL, Caddy, curl, Python, PHP, systemd, promtool, OpenSC, SoftHSM, faketime',
    async () => {
      // one after the other: apt works alone
      await find('redis', obtainRedis)
      await find('chromium', obtainChromium)
      for (const tool of [
        ...[pgbouncer, pdfsig, pdftoppm, openssl, caddy, curl, python, php],
        systemd,
        promtool,
        pkcs11Tool,
        softHsm,
        faketime,
      ]) {
        await find(tool.commands[0], () => tool.obtain())
      }
    }
  )
  return { tools, reasons }
}
