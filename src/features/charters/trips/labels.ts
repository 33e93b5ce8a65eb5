import type { Charter } from '#contract/charters/trips/model'
import { charterLabels } from '#features/charters'

export const charterStateLabels: Record<Charter['state'], string> = {
  awaiting_payment: 'Not paid yet',
  booked: 'Booked, balance to pay',
  paid: 'Booked and paid',
  under_way: 'On the road',
  completed: 'Finished',
  expired: 'Not paid in time',
  lapsed: 'Cancelled: the balance was not paid',
  cancelled: 'Cancelled by you',
  operator_cancelled: 'Cancelled by the operator',
}

/** `Lagos → Enugu`; for an airport transfer the airport and the area, in the direction of the journey. */
export function makeCharterTitle(charter: Pick<Charter, 'flight' | 'stops' | 'kind'>): string {
  const { flight } = charter
  if (flight === null) return charterLabels.route(charter)
  return flight.direction === 'pick_up'
    ? `${flight.airport.name} → ${flight.zone}`
    : `${flight.zone} → ${flight.airport.name}`
}
