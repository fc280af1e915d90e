import { Tracing } from '#app/foundation/tracing/tracing'
import { tracesPlace } from '../configuration.js'

/** Where traces are wanted, loads what sends them; it is loaded nowhere else. */
export async function beginTracing(process: 'web' | 'worker'): Promise<void> {
  const place = tracesPlace.value
  if (!place) return
  const { OtlpTracer } = await import('./otlp_tracer.js')
  Tracing.use(new OtlpTracer(place, process))
}
