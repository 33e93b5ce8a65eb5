import type * as z from 'zod/mini'
import type { Role } from '#contract/members/rules'
import type { ErrorCode } from './errors.ts'
import { product } from './product.ts'
import { makeSchemaShape } from './schema-shape.ts'
import type { Scope } from './scopes.ts'
import type { Shape } from './shape.ts'

/**
 * Who may call. `owner`: a logged-in user who owns the item, or a guest with the contact's phone (`?phone=`) or the
 * item's guest token. `operator`, `staff`: a key with the endpoint's `scope`, or a member whose role has that scope.
 * `desk`: a member with one of the endpoint's `roles`. `provider`: a payment company, by its signature.
 */
export type Access = 'anyone' | 'user' | 'owner' | 'operator' | 'staff' | 'desk' | 'provider'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.ZodMiniType

/**
 * One endpoint. `input` is flat: fields named in `path` come from the path, the others from the query (GET, DELETE)
 * or from the JSON body. `output` is what the answer has in `data`.
 */
export interface Endpoint<
  Input extends Schema = Schema,
  Output extends Schema = Schema,
  Meta extends Schema | undefined = Schema | undefined,
> {
  readonly name: string
  readonly summary: string
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** The scope that a key or a member needs. Set only if `access` is `operator` or `staff`. */
  readonly scope?: Scope
  /** The roles that may call. Set only if `access` is `desk`. */
  readonly roles?: readonly Role[]
  /** Whether a member may call it before they have entered their second factor. */
  readonly before_proof?: true
  /** Whether it moves money or ends journeys, so that a member must have set up a second factor. Keys need none. */
  readonly needs_factor?: true
  readonly input: Input
  readonly output: Output
  /** The shape of `meta` beside `data`. */
  readonly meta?: Meta
  /** Codes with which this call may be refused, besides those of every call (see errors.ts). */
  readonly refusals: readonly ErrorCode[]
  /**
   * Whether a call takes an idempotency key. `required`: the effect and the stored answer share one transaction.
   * `optional`: the same if a key is sent. `handler`: a key is required, but the handler uses several transactions.
   */
  readonly idempotency?: 'required' | 'optional' | 'handler'
  /** `lookup`: a public answer with an ETag, cached for 300 s, on phones too. */
  readonly cache?: 'lookup'
  /**
   * How long shared caches, such as a proxy, may hold the answer, seconds. Phones revalidate it each time by its ETag.
   * The answer is the same for everybody, so the call reads no login. Other JSON answers without `cache` are private
   * and are not stored.
   */
  readonly shared_cache_s?: 2 | 10
  /** The call reads the refresh cookie and may set or clear it. Only our own pages may make it. */
  readonly cookie?: 'refresh'
  /** The largest body, KiB; 256 by default. */
  readonly body_kb?: number
  /** Content type of an answer that is a file instead of JSON. */
  readonly file?: string
  /** Whether an answer is expensive to make, such as a PDF; the limit on its calls is lower. */
  readonly is_costly?: true
  /** Whether a read at a desk is written to the audit log too, because of the personal data that it returns. */
  readonly is_logged?: true
  /** The response is a stream of server-sent events. */
  readonly streams?: true
  /**
   * The shape of what a call returns. In the app, the build replaces an expression such as `listTrips.shape` with the
   * shape itself, so that the app does not contain the endpoint.
   */
  readonly shape?: Shape
}

/** Returns whether the answer of a call is the same for everybody: the call reads no login, and caches may hold it. */
export const isSameForEverybody = ({
  cache,
  shared_cache_s,
}: Pick<Endpoint, 'cache' | 'shared_cache_s'>): boolean =>
  cache === 'lookup' || shared_cache_s !== undefined

export type Input<E extends Endpoint> = z.output<E['input']>

/** The input of a call: fields with a default may be omitted. */
export type CallInput<E extends Endpoint> = z.input<E['input']>

export type Output<E extends Endpoint> = z.output<E['output']>

export type Meta<E extends Endpoint> = [NonNullable<E['meta']>] extends [never]
  ? undefined
  : z.output<NonNullable<E['meta']>>

/** The result of a list: its rows, and the page in `meta`. */
export interface ListAnswer<E extends Endpoint> {
  data: Output<E>
  meta: Meta<E>
}

/** Declares an endpoint with its exact types. The app's build leaves only the parts of it that a call needs. */
export const endpoint = <
  I extends Schema,
  O extends Schema,
  M extends Schema | undefined = undefined,
>(
  declared: Endpoint<I, O, M>,
): Endpoint<I, O, M> => {
  let shape: Shape | undefined
  // Computed on first use, since the server never reads it.
  return Object.defineProperty({ ...declared }, 'shape', {
    get: () => (shape ??= makeAnswerShape(declared)),
    enumerable: true,
  })
}

const makeAnswerShape = ({ output, meta }: Endpoint): Shape =>
  meta === undefined
    ? makeSchemaShape(output)
    : { data: makeSchemaShape(output), meta: makeSchemaShape(meta) }

/**
 * Returns whether a call at a desk is written to its audit log. A POST that requires no idempotency key is not: it only
 * marks something as read, or its handler writes the entry.
 */
export const isLoggedAtDesk = ({
  method,
  idempotency = 'optional',
  is_logged,
}: Pick<Endpoint, 'method' | 'idempotency' | 'is_logged'>): boolean =>
  is_logged === true || (method !== 'GET' && (method !== 'POST' || idempotency !== 'optional'))

/** Returns the names in the braces of a path, in order, without the product's `{p}`. */
export function listPathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => name !== 'p')
}

/** Returns the path and query of a call, with every value encoded: `/api/v1/waka/trips/…?…`. */
export function makeCallUrl(one: Endpoint, input: Record<string, unknown>): string {
  const inPath = new Set(listPathParameters(one.path))
  const path = one.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'p' ? product.slug : String(input[name])),
  )
  if (one.method !== 'GET' && one.method !== 'DELETE') return `/api${path}`
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (inPath.has(name) || value === undefined || value === '') continue
    query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const search = query.toString()
  return search === '' ? `/api${path}` : `/api${path}?${search}`
}
