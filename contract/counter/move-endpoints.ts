import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { reference } from '#contract/shapes'
import { CounterMove, CounterMoveInput, CounterMovePreview } from './moves.ts'

export const previewCounterMove = endpoint({
  name: 'previewCounterMove',
  summary:
    'Departures to which a sale of the operator’s counter can move, with what is to be taken or paid out for each',
  method: 'GET',
  path: '/v1/{p}/counter/sales/{reference}/move',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({ reference }),
  output: CounterMovePreview,
  refusals: ['not_found'],
})

export const moveAtCounter = endpoint({
  name: 'moveAtCounter',
  summary:
    'Moves a sale of the operator’s counter to another departure in my open shift, and takes or pays out the difference',
  method: 'POST',
  path: '/v1/{p}/counter/sales/{reference}/move',
  access: 'operator',
  scope: 'counter',
  needs_factor: true,
  input: CounterMoveInput,
  output: CounterMove,
  refusals: [
    'not_found',
    'shift_needed',
    'reschedule_closed',
    'seat_taken',
    'trip_not_on_sale',
    'fare_unknown',
    'seats_kept',
    'price_changed',
    'drawer_short',
  ],
  idempotency: 'required',
})
