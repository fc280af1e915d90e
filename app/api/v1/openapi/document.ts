import { EVENT_CATALOGUE } from '#app/webhooks/events/event_catalogue'
import { planNote, scopesOf, type Operation, type Resource } from '../operations/operation.js'
import { OPERATIONS, RESOURCES } from '../operations/index.js'
import { answersOf, errorExamples } from './answers.js'
import { Components } from './components.js'
import { bodyOf, parametersOf, pathOf } from './inputs.js'
import { typed } from './typed.js'
import { HEADERS, INTRODUCTION, PARAMETERS, WEBHOOK_HEADERS } from './prose.js'

/**
 * The description of the API, OpenAPI 3.1.
 *
 * @param origin  of the host that it is served from: `https://acme.example`
 */
export function openApiDocument(origin: string) {
  const components = new Components()
  const docs = `${origin}/docs`
  const paths = pathsOf(RESOURCES, components)
  return typed({
    openapi: '3.1.0',
    info: {
      title: 'Electronic signatures',
      version: '1.0.0',
      description: INTRODUCTION,
      contact: { name: 'Documentation', url: docs },
      license: { name: 'Terms of the service', url: origin },
    },
    servers: [
      { url: `${origin}/api/v1`, description: 'The canonical paths.' },
      { url: `${origin}/api`, description: 'The same operations, pinned to version 1.' },
    ],
    security: [{ key: [] }],
    tags: RESOURCES.map(({ title, description }) => ({ name: title, description })),
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key from the dashboard: `svc_test_…` for the sandbox, `svc_live_…` for live.',
        },
      },
      schemas: components.schemas,
      responses: components.responses,
      parameters: PARAMETERS,
      headers: HEADERS,
      examples: errorExamples(docs, OPERATIONS),
    },
  })
}

function pathsOf(resources: readonly Resource[], components: Components) {
  const paths: Record<string, Record<string, object>> = {}
  for (const { title, operations } of resources) {
    for (const operation of operations) {
      const path = (paths[pathOf(operation)] ??= {})
      path[operation.method.toLowerCase()] = described(operation, title, components)
    }
  }
  return paths
}

function described(operation: Operation, tag: string, components: Components): object {
  const { scope, summary, description = `${summary}.`, deprecation } = operation
  const needed = scopesOf(operation).map((one) => `\`${one}\``)
  const requestBody = bodyOf(operation, components)
  return {
    operationId: operation.operationId,
    tags: [tag],
    summary,
    description:
      description +
      (needed.length > 0
        ? `\n\nNeeds the ${needed.length === 1 ? 'scope' : 'scopes'} ${needed.join(' and ')}. ${planNote(operation)}`.trimEnd()
        : ''),
    ...(deprecation ? { deprecated: true } : {}),
    ...(scope === 'none' ? { security: [] } : {}),
    parameters: parametersOf(operation),
    ...(requestBody ? { requestBody } : {}),
    responses: answersOf(operation, components),
  }
}

function webhooks() {
  return Object.fromEntries(
    EVENT_CATALOGUE.map(({ name, description, schema, example }) => {
      const { $schema, ...body } = schema
      return [
        name,
        {
          post: {
            operationId: webhookId(name),
            summary: name,
            description,
            tags: ['Webhooks'],
            security: [],
            parameters: WEBHOOK_HEADERS,
            requestBody: {
              required: true,
              content: { 'application/json': { schema: body, example } },
            },
            responses: {
              '2XX': { description: 'Received.' },
              '410': { description: 'The endpoint no longer exists. It will be disabled.' },
            },
          },
        },
      ]
    })
  )
}

/** `document.sent` → `onDocumentSent` */
function webhookId(event: string): string {
  return `on${event.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`
}
