import { payableOf } from '#lib/room'
import type { QueryKey } from '@tanstack/react-query'

/** The thing being paid: the kind of its payable, and its reference. */
export interface Due {
  kind: string
  reference: string
}

/** The pay screen. */
export const payPath = ({ kind, reference }: Due): string => payableOf(kind)?.path(reference) ?? '/'

/** The query key of its latest state. */
export const dueKey = ({ kind, reference }: Due): QueryKey =>
  payableOf(kind)?.query(reference) ?? []
