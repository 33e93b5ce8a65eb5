import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Role } from './members/roles.ts'
import type { Scope } from './scopes.ts'

/**
 * Who may call: `owner` is a logged-in user who owns the thing, or a guest who names the contact's
 * phone (`?phone=`) or holds the thing's guest token; `operator` and `staff` are keys with the
 * endpoint's `scope`, and members of an operator or of our staff whose role has that scope; `desk` is a member with
 * one of the endpoint's `roles`; `provider` is a payment provider's signature.
 */
export type Access = 'anyone' | 'user' | 'owner' | 'operator' | 'staff' | 'desk' | 'provider'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Shape = z.ZodMiniType

/**
 * Flags of a place. The app sets `calls_only` (`src/calls-only.d.ts`): its build strips endpoints to what a call
 * needs, and the types follow.
 */
export interface Place {}
type Described<T, Where, InApp = undefined> = Where extends { calls_only: true } ? InApp : T

/**
 * One endpoint, between phone and server. `input` is flat: what `path` names comes from the path, the
 * rest from the query (GET, DELETE) or from the JSON body. `output` is what is in `data`.
 */
export interface Endpoint<
  Input extends Shape = Shape,
  Output extends Shape = Shape,
  Meta extends Shape | undefined = Shape | undefined,
  Where = Place,
> {
  readonly name: Described<string, Where>
  readonly summary: Described<string, Where>
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** What a key must be good for; named where `access` is `operator` or `staff`, and only there. */
  readonly scope?: Described<Scope, Where>
  /** Who may call where `access` is `desk`, and only there. */
  readonly roles?: Described<readonly Role[], Where>
  /** A member may call it before they have shown their second factor. */
  readonly before_proof?: Described<true, Where>
  readonly input: Described<Input, Where>
  readonly output: Described<Output, Where>
  /** Where an answer has a `meta` beside its `data`; in the app only that it has. */
  readonly meta?: Described<Meta, Where, true>
  /** Never there: for the compiler, in every place. */
  readonly shapes?: { input: Input; output: Output; meta: Meta }
  /** Business refusals this call may answer, besides those every call may (see errors.ts). */
  readonly refusals: Described<readonly ErrorCode[], Where>
  /**
   * `required`: one transaction with the effect; `optional`: the same, and without a key simply once a
   * request; `handler`: the handler has several transactions of its own.
   */
  readonly idempotency?: 'required' | 'optional' | 'handler'
  /** `lookup`: public, with ETag, kept 300 s; everything else is private and not stored. */
  readonly cache?: 'lookup'
  /** The call reads the browser's refresh cookie and may set or clear it; only our own pages may make it. */
  readonly cookie?: 'refresh'
  /** How much this call's body may hold, KiB; 256 unless it carries photos. */
  readonly body_kb?: Described<number, Where>
  /** Content type of an answer that is a file instead of JSON. */
  readonly file?: string
  /** The response is a stream of server-sent events. */
  readonly streams?: true
}

type Shapes<E extends Endpoint> = NonNullable<E['shapes']>
export type Input<E extends Endpoint> = z.output<Shapes<E>['input']>
/** What a call takes: fields with a default may be left out. */
export type Given<E extends Endpoint> = z.input<Shapes<E>['input']>
export type Output<E extends Endpoint> = z.output<Shapes<E>['output']>
export type Meta<E extends Endpoint> = [NonNullable<Shapes<E>['meta']>] extends [never]
  ? undefined
  : z.output<NonNullable<Shapes<E>['meta']>>

/** The result of a list: its rows, and the page in `meta`. */
export interface ListAnswer<E extends Endpoint> {
  data: Output<E>
  meta: Meta<E>
}

/** Declares an endpoint, whole wherever it is imported from, and keeps its exact types. */
export const endpoint = ((declared: unknown) => declared) as <
  I extends Shape,
  O extends Shape,
  M extends Shape | undefined = undefined,
>(
  declared: Endpoint<I, O, M, unknown>,
) => Endpoint<I, O, M>
