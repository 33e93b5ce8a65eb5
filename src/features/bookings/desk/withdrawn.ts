import type { OperatorDeparture } from '#contract/boarding/model'

/** Returns whether a departure has yet to leave, but the operator's timetable no longer has it. */
export const isWithdrawn = ({
  status,
  withdrawn,
}: Pick<OperatorDeparture, 'status' | 'withdrawn'>): boolean =>
  withdrawn === true && (status === 'scheduled' || status === 'boarding')

export const withdrawnLabel = 'No longer in your timetable'
