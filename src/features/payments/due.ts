import type { startPayment } from '#contract/payments/endpoints'
import type { CallInput } from '#lib/api'
import { findPayableByKind } from '#lib/room'
import type { QueryKey } from '@tanstack/react-query'

export interface PayableRef {
  kind: string
  reference: string
}

/** A part of a price that is paid in parts. */
export type PaymentPart = NonNullable<CallInput<typeof startPayment>['part']>

/** Returns the path of the screen where a payable is paid; the start page for an unknown kind. */
export const findPayPath = ({ kind, reference }: PayableRef): string =>
  findPayableByKind(kind)?.path(reference) ?? '/'

/**
 * Returns the key of the query for a payable's newest state. For an unknown kind it is empty, which matches all
 * queries.
 */
export const findPayableQueryKey = ({ kind, reference }: PayableRef): QueryKey =>
  findPayableByKind(kind)?.query(reference) ?? []
