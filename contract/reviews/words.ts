import type { Scored } from './model.ts'

/** Labels of the rated aspects. */
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
