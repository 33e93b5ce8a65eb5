import type { startPayment } from '#contract/payments/endpoints'
import type { CallInput } from '#lib/api'
import { findPayableByKind } from '#lib/room'
import type { QueryKey } from '@tanstack/react-query'

/** What is being paid for: the kind of the payable, and its reference. */
export interface PaymentSubject {
  kind: string
  reference: string
}

/** A part of a price that is paid in parts. */
export type PaymentPart = NonNullable<CallInput<typeof startPayment>['part']>

/** Returns the path of the pay screen. */
export const payPath = ({ kind, reference }: PaymentSubject): string =>
  findPayableByKind(kind)?.path(reference) ?? '/'

/** Returns the query key of the payable. */
export const subjectKey = ({ kind, reference }: PaymentSubject): QueryKey =>
  findPayableByKind(kind)?.query(reference) ?? []
