import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Endpoint, isSameForEverybody, listPathParameters } from '#contract/endpoint'
import { type ErrorCode, errorTable } from '#contract/errors'
import { product } from '#contract/product'

/** Returns the refusals that all calls with this access and kind share. */
function commonRefusals(endpoint: Endpoint): ErrorCode[] {
  const writes = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  return [
    'invalid_input',
    'malformed_body',
    ...(listPathParameters(endpoint.path).length > 0 ? (['not_found'] as const) : []),
    'too_many_requests',
    'unexpected',
    'unavailable',
    ...(isSameForEverybody(endpoint) || endpoint.access === 'provider'
      ? []
      : (['not_signed_in'] as const)),
    ...((endpoint.access === 'anyone' && endpoint.cookie === undefined) ||
    endpoint.access === 'provider'
      ? []
      : (['not_allowed'] as const)),
    ...(endpoint.access === 'owner' ? (['code_needed'] as const) : []),
    ...(endpoint.access === 'desk' ? (['not_found'] as const) : []),
    ...(['operator', 'staff', 'desk'].includes(endpoint.access)
      ? (['second_factor_needed'] as const)
      : []),
    ...(writes ? (['body_too_large', 'unsupported_media_type'] as const) : []),
    ...(endpoint.idempotency
      ? (['idempotency_key_missing', 'idempotency_key_reused'] as const)
      : []),
  ]
}

/** Returns all error codes of a call, each once: those that calls of its kind share, and its own. */
export function listRefusals(endpoint: Endpoint): ErrorCode[] {
  return [...new Set([...commonRefusals(endpoint), ...endpoint.refusals])]
}

/** Returns the JSON Schema of an input or output. It leaves open what JSON cannot express, such as bytes. */
export function toJsonSchema(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

type ObjectSchema = { properties?: Record<string, unknown>; required?: string[] }

/** Returns the contract as an OpenAPI 3.1 document, with rooms as tags. Yields to other requests between endpoints. */
export async function makeOpenApi(
  rooms: Record<string, readonly Endpoint[]>,
): Promise<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [room, endpoints] of Object.entries(rooms)) {
    for (const endpoint of endpoints) {
      await nextTurn()
      const path = (paths[`/api${endpoint.path.replace('{p}', product.slug)}`] ??= {})
      path[endpoint.method.toLowerCase()] = operation(room, endpoint)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: product.name, version: '1', contact: { email: product.email } },
    servers: [{ url: '/' }],
    tags: Object.keys(rooms).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: problemSchema },
    },
  }
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(errorTable) },
    detail: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    puzzle: {
      type: 'object',
      description:
        'With proof_needed: find for each part, counted from 0, a number in base 36 so that the SHA-256 of `challenge:part:number` begins with `bits` zero bits; send `challenge~number.number…` as `proof`.',
      required: ['challenge', 'parts', 'bits'],
      properties: {
        challenge: { type: 'string' },
        parts: { type: 'integer' },
        bits: { type: 'integer' },
      },
    },
    request_id: { type: 'string', format: 'uuid' },
  },
}

function operation(room: string, endpoint: Endpoint): Record<string, unknown> {
  const signed =
    endpoint.access === 'user' ||
    endpoint.access === 'operator' ||
    endpoint.access === 'staff' ||
    endpoint.access === 'desk'
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [room],
    ...(signed && { security: [{ bearer: endpoint.scope === undefined ? [] : [endpoint.scope] }] }),
    ...(endpoint.scope !== undefined && {
      description: `Needs a key of ${endpoint.access === 'staff' ? 'our staff' : 'the operator'} with the scope "${endpoint.scope}", or the session of a member whose role has it.`,
    }),
    ...(endpoint.roles !== undefined && {
      description: `Needs the session of a member of a desk who is ${endpoint.roles.join(' or ')}; for everybody else it answers 404.${endpoint.before_proof ? '' : ' Our staff must have entered their second factor.'}`,
    }),
    ...(endpoint.access === 'owner' && { security: [{ bearer: [] }, {}] }),
    ...describeRequestBody(endpoint),
    responses: { 200: success(endpoint), ...problems(endpoint) },
  }
}

function describeRequestBody(endpoint: Endpoint): Record<string, unknown> {
  if (endpoint.access === 'provider') {
    return { requestBody: { required: true, content: { 'application/json': { schema: {} } } } }
  }
  const { properties = {}, required = [] } = toJsonSchema(endpoint.input, 'input') as ObjectSchema
  const inPath = new Set(listPathParameters(endpoint.path))
  const rest = Object.entries(properties).filter(([name]) => !inPath.has(name))
  const parameter = (name: string, place: string, schema: unknown, isRequired: boolean) => ({
    name,
    in: place,
    required: isRequired,
    schema,
  })
  const asText = { type: 'string' }
  const parameters = [
    ...[...inPath].map((name) => parameter(name, 'path', properties[name] ?? asText, true)),
    ...(endpoint.idempotency
      ? [
          parameter(
            'Idempotency-Key',
            'header',
            { ...asText, minLength: 16, maxLength: 255 },
            endpoint.idempotency !== 'optional',
          ),
        ]
      : []),
    ...(endpoint.access === 'owner'
      ? [
          parameter('phone', 'query', asText, false),
          parameter('x-guest-token', 'header', asText, false),
        ]
      : []),
  ]
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    return {
      parameters: [
        ...parameters,
        ...rest.map(([name, schema]) => parameter(name, 'query', schema, required.includes(name))),
      ],
    }
  }
  const schema = {
    type: 'object',
    properties: Object.fromEntries(rest),
    required: required.filter((name) => !inPath.has(name)),
    additionalProperties: false,
  }
  return {
    parameters,
    ...(rest.length > 0 && {
      requestBody: {
        required: true,
        description: `At most ${endpoint.body_kb ?? 256} KiB.`,
        content: { 'application/json': { schema } },
      },
    }),
  }
}

function success(endpoint: Endpoint): Record<string, unknown> {
  if (endpoint.file !== undefined) {
    return {
      description: endpoint.summary,
      content: { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } },
    }
  }
  const properties = {
    data: toJsonSchema(endpoint.output, 'output'),
    ...(endpoint.meta && { meta: toJsonSchema(endpoint.meta, 'output') }),
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  return { description: endpoint.summary, content: { 'application/json': { schema } } }
}

function problems(endpoint: Endpoint): Record<string, unknown> {
  const byStatus = Map.groupBy(listRefusals(endpoint), (code) => errorTable[code][0])
  const content = {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map((code) => `${code}: ${errorTable[code][1]}`).join(' '), content },
    ]),
  )
}
