import { payableOf } from '#lib/room'
import type { QueryKey } from '@tanstack/react-query'

/** The thing being paid: the kind of its payable, and its reference. */
export interface PaymentSubject {
  kind: string
  reference: string
}

/** The pay screen. */
export const payPath = ({ kind, reference }: PaymentSubject): string =>
  payableOf(kind)?.path(reference) ?? '/'

/** The query key of its latest state. */
export const subjectKey = ({ kind, reference }: PaymentSubject): QueryKey =>
  payableOf(kind)?.query(reference) ?? []
