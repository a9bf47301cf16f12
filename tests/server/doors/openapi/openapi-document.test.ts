import { api } from '#contract/api'
import { endpoint, isWrite, noFields, noBody, type Endpoint } from '#contract/endpoint'
import { ERRORS } from '#contract/errors'
import { id, idInAddress, pageSize, repeated, requiredText } from '#contract/fields'
import { anybody, isPublic, signedIn } from '#contract/needs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../../src/server/doors/openapi/openapi-document'
import { errorsOf } from '../../../../src/server/doors/openapi/openapi-responses'
import { lintOpenApi } from './lint-openapi'

const service = { title: 'Equipoise', version: '1.2.3', serverUrl: '/api/v1' }
const document = openApiDocument(api, service)
const calls: readonly [name: string, call: Endpoint][] = Object.entries<Endpoint>(api)

const operationOf = (call: Endpoint) => document.paths[`/${call.path}`]?.[call.method.toLowerCase()]

/** Every `$ref` within a value. */
const references = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  )
}

describe('an outside validator', () => {
  it('reports an invalid document, so the check works', async () => {
    const broken = { ...document, paths: { '/trials/{trial_id}': { get: { responses: { 200: {} } } } } }
    expect(await lintOpenApi(broken)).not.toEqual([])
  })

  it('finds no fault with ours', async () => {
    expect(await lintOpenApi(document)).toEqual([])
  })
})

describe('the document', () => {
  it('is OpenAPI 3.1, with the product’s name and version and the address of its calls', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Equipoise', version: '1.2.3' },
      servers: [{ url: '/api/v1' }],
    })
  })

  it('lists every call of the contract, and no other', () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
    )
    const expected = calls.map(([name, { method, path }]) => `${name}: ${method} /${path}`)
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })

  it('names only schemas that it has, and has none that it does not name', () => {
    const names = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, members]) => Object.keys(members).map((name) => `#/components/${kind}/${name}`))
    expect([...new Set(references(document))].toSorted()).toEqual(names.toSorted())
  })

  it('survives being sent', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })
})

describe.each(calls)('the call %s', (_name, call) => {
  const operation = operationOf(call)
  const parameterNames = (location: string) =>
    operation?.parameters.flatMap((parameter) =>
      'in' in parameter && parameter.in === location ? [parameter.name] : [],
    )

  it('has the parameters of its address and its query', () => {
    expect(parameterNames('path')).toEqual(Object.keys(call.parameters))
    expect(parameterNames('query')).toEqual(Object.keys(call.query))
  })

  it('takes an idempotency key where it writes', () => {
    const key = { $ref: '#/components/parameters/IdempotencyKey' }
    expect(operation?.parameters.some((parameter) => JSON.stringify(parameter) === JSON.stringify(key))).toBe(
      isWrite(call),
    )
  })

  it('has a body where the contract has one', () => {
    expect(operation?.requestBody !== undefined).toBe(call.body !== noBody)
  })

  it('needs a sign-in unless anybody may call', () => {
    expect(operation?.security).toEqual(isPublic(call) ? [] : undefined)
  })

  it('has one success, with its answer', () => {
    const successes = Object.entries(operation?.responses ?? {}).filter(([status]) => Number(status) < 400)
    expect(successes.map(([status]) => Number(status))).toEqual([call.status, ...(call.is_versioned ? [304] : [])])
    expect(successes[0]?.[1].content !== undefined).toBe(call.response !== noBody)
  })

  it('answers a file as bytes of its type or types, anything else as JSON', () => {
    const types = Object.keys(operation?.responses[call.status]?.content ?? {})
    const json = call.response === noBody ? [] : ['application/json']
    expect(types).toEqual(call.file ? [call.file.media_type, ...(call.file.other_media_types ?? [])] : json)
  })

  it('lists every code that it refuses with, under the status of the code', () => {
    for (const code of errorsOf(call)) {
      const response = operation?.responses[ERRORS[code].status]
      expect(response?.description).toContain(`\`${code}\`: ${ERRORS[code].message}`)
      expect(JSON.stringify(response?.content?.['application/problem+json'])).toContain(`"${code}"`)
    }
  })
})

describe('a schema of the contract', () => {
  const invented = endpoint({
    method: 'PUT',
    path: 'wards/{ward_id}/beds',
    summary: 'Counts the beds of a ward',
    needs: signedIn,
    parameters: { ward_id: idInAddress },
    query: { page_size: pageSize(), state: repeated(v.picklist(['free', 'taken'])), kind: v.picklist(['a', 'b']) },
    body: v.strictObject({ beds: v.optional(v.array(requiredText(20)), []), head_id: id }),
    status: 200,
    touches: [],
    response: v.strictObject({ data: v.array(v.strictObject({ id, text: v.nullable(v.string()) })) }),
    errors: ['sample_size_reached'],
  })
  const operation = openApiDocument({ invented }, service).paths['/wards/{ward_id}/beds']?.['put']

  it('for an id in an address becomes an integer', () => {
    expect(operation?.parameters[0]).toEqual({
      name: 'ward_id',
      in: 'path',
      required: true,
      schema: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
    })
  })

  it('for a query field that may repeat becomes an optional list', () => {
    expect(operation?.parameters[2]).toEqual({
      name: 'state',
      in: 'query',
      required: false,
      schema: { type: 'array', items: { type: 'string', enum: ['free', 'taken'] }, default: [] },
    })
  })

  it('for a query field without default makes it required', () => {
    expect(operation?.parameters[3]).toMatchObject({ name: 'kind', required: true })
  })

  it('for a body describes it before trimming and defaults', () => {
    expect(operation?.requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              beds: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 20 }, default: [] },
              head_id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
            },
            required: ['head_id'],
            additionalProperties: false,
          },
        },
      },
    })
  })

  it('for an answer describes what is sent', () => {
    expect(operation?.responses[200]?.content?.['application/json']?.schema).toMatchObject({
      properties: { data: { items: { properties: { text: { anyOf: [{ type: 'string' }, { type: 'null' }] } } } } },
      additionalProperties: false,
    })
  })

  it('lists each refusal under its status, with its code', () => {
    const conflict = operation?.responses[409]
    expect(conflict?.content).toEqual({
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { properties: { code: { enum: ['sample_size_reached', 'idempotency_key_closed'] } } },
          ],
        },
      },
    })
  })

  it('for nothing makes neither parameters nor bodies', () => {
    const bare = endpoint({
      method: 'POST',
      path: 'bells',
      summary: 'Rings a bell',
      needs: anybody,
      parameters: noFields,
      query: noFields,
      body: noBody,
      status: 204,
      touches: [],
      response: noBody,
      errors: [],
    })
    const ring = openApiDocument({ bare }, service).paths['/bells']?.['post']
    expect(ring?.requestBody).toBeUndefined()
    expect(ring?.responses[204]?.content).toBeUndefined()
  })
})
