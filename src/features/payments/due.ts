import { payableOf } from '#lib/room'
import type { QueryKey } from '@tanstack/react-query'

/** The thing being paid: the kind of its payable, and its reference. */
export interface Due {
  kind: string
  reference: string
}

/** The screen where it is paid. */
export const payPath = ({ kind, reference }: Due): string => payableOf(kind)?.path(reference) ?? '/'

/** Under which key its newest state is asked for. */
export const dueKey = ({ kind, reference }: Due): QueryKey =>
  payableOf(kind)?.query(reference) ?? []
