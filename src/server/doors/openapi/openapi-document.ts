import { noBody, type Endpoint } from '#contract/endpoint'
import { isPublic } from '#contract/needs'
import { needsInWords } from './needs-in-words'
import { headerParameters, parametersOf } from './openapi-parameters'
import { responseHeaders, responsesOf } from './openapi-responses'
import { componentSchemas, requestSchema } from './openapi-schemas'

const ABOUT = `Bodies are JSON with names in \`snake_case\`. IDs are positive integers. Dates are \`YYYY-MM-DD\`; instants are ISO 8601 in UTC with milliseconds. Unknown fields are refused, never silently dropped.

Errors are \`application/problem+json\`. Programs branch on \`code\`, people read \`message\`, and \`fields\` names each field at fault. Anything that a user may not know of returns 404. The server applies blinding: a response contains only what its viewer may see.`

/**
 * The OpenAPI 3.1 document of these calls, by their names. `serverUrl` is the base of their paths. Every schema in it is made
 * from those that parse requests and answers.
 */
export const openApiDocument = (
  endpoints: Readonly<Record<string, Endpoint>>,
  { title, version, serverUrl }: { title: string; version: string; serverUrl: string },
) => ({
  openapi: '3.1.0',
  info: { title, version, description: ABOUT },
  servers: [{ url: serverUrl }],
  security: [{ session: [] }],
  tags: [...new Set(Object.values(endpoints).map(tagOf))].map((name) => ({ name })),
  paths: pathsOf(endpoints),
  components: {
    securitySchemes: {
      session: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The token returned by a sign-in.',
      },
    },
    schemas: componentSchemas(),
    parameters: headerParameters(),
    headers: responseHeaders(),
  },
})

type Operation = ReturnType<typeof operationOf>

const pathsOf = (endpoints: Readonly<Record<string, Endpoint>>): Record<string, Record<string, Operation>> => {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = (paths[`/${endpoint.path}`] ??= {})
    path[endpoint.method.toLowerCase()] = operationOf(name, endpoint)
  }
  return paths
}

const operationOf = (name: string, endpoint: Endpoint) => ({
  operationId: name,
  summary: endpoint.summary,
  description: needsInWords(endpoint.needs),
  tags: [tagOf(endpoint)],
  ...(isPublic(endpoint) && { security: [] }),
  parameters: parametersOf(endpoint),
  ...(endpoint.body !== noBody && {
    requestBody: { required: true, content: { 'application/json': { schema: requestSchema(endpoint.body) } } },
  }),
  responses: responsesOf(endpoint),
})

/** The heading of a call: the first word of its path. */
const tagOf = (endpoint: Endpoint): string => endpoint.path.split('/', 1).join()
