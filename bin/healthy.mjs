/** For supervisors of containers: ends with 1 unless the process whose settings these are says that it is alive. */
const WITHIN_MS = 4_000

const { METRICS_PORT, METRICS_HOST = '127.0.0.1', PORT } = process.env
const url = METRICS_PORT
  ? `http://${METRICS_HOST}:${METRICS_PORT}/live`
  : `http://127.0.0.1:${PORT}/api/health/live`
const answer = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) }).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1
