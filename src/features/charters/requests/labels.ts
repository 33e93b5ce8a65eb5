import type { CharterRequest } from '#contract/charters/requests/model'

export const requestStateLabels: Record<CharterRequest['state'], string> = {
  open: 'Operators can make offers',
  accepted: 'You accepted an offer',
  withdrawn: 'Cancelled by you',
  expired: 'Closed: no offer was accepted in time',
}
