import { payableOf } from '#lib/room'
import type { QueryKey } from '@tanstack/react-query'

/** What is being paid for: the kind of the payable, and its reference. */
export interface PaymentSubject {
  kind: string
  reference: string
}

/** Returns the path of the pay screen. */
export const payPath = ({ kind, reference }: PaymentSubject): string =>
  payableOf(kind)?.path(reference) ?? '/'

/** Returns the query key of the payable. */
export const subjectKey = ({ kind, reference }: PaymentSubject): QueryKey =>
  payableOf(kind)?.query(reference) ?? []
