import type { Scored } from './model.ts'

/** What has stars of its own, as people read it. */
export const scoreWords: Record<Scored, string> = {
  punctuality: 'On time',
  driving: 'Driving',
  vehicle: 'Vehicle',
  staff: 'Staff',
  security: 'Safe',
  touts: 'No trouble from touts',
  toilets: 'Toilets',
  shade: 'Shade and seats',
  lighting: 'Light at night',
}
