import { AsyncLocalStorage } from 'node:async_hooks'
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  trace,
  type Context,
  type Tracer as SdkTracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import logger from '@adonisjs/core/services/logger'
import type { SpanOrder, Tracer } from '#app/foundation/tracing/tracing'
import type { TracesPlace } from '../configuration.js'
import { within } from '../within.js'
import { OtlpSpan } from './otlp_span.js'
import { remoteContext } from './traceparent.js'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}
/** A process that stops waits no longer than this for a collector. */
const LAST_SPANS_MS = 2_000

/** Sends spans to a collector by OTLP over HTTP, in bundles. Where it is away, spans are dropped and nothing else happens. */
export class OtlpTracer implements Tracer {
  #entered = new AsyncLocalStorage<OtlpSpan>()
  #provider: TracerProvider
  #tracer: SdkTracer

  constructor({ endpoint, ratio }: TracesPlace, process: 'web' | 'worker') {
    diag.setLogger(warnings, DiagLogLevel.WARN)
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': `countersign-${process}` }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    })
    this.#tracer = this.#provider.getTracer('countersign')
  }

  get current(): OtlpSpan | undefined {
    return this.#entered.getStore()
  }

  begin({ name, kind, attributes, parent }: SpanOrder): OtlpSpan {
    const options = { kind: KINDS[kind ?? 'internal'], attributes: { ...attributes } }
    const span = this.#tracer.startSpan(name, options, this.#around(parent))
    return new OtlpSpan(span, (entered, work) => this.#entered.run(entered, work))
  }

  async close(): Promise<void> {
    await within(LAST_SPANS_MS, this.#provider.shutdown()).catch(() => {})
  }

  #around(parent?: string | null): Context {
    if (parent) return remoteContext(parent)
    return this.current ? trace.setSpan(ROOT_CONTEXT, this.current.sdk) : ROOT_CONTEXT
  }
}

const warn = (message: string) => logger.warn({ reason: message }, 'traces cannot be sent')
const nothing = () => {}
const warnings = { error: warn, warn, info: nothing, debug: nothing, verbose: nothing }
