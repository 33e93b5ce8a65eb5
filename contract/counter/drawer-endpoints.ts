import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { day } from '#contract/shapes'
import { SeatAllotment } from './allotments.ts'
import { Shift } from './model.ts'

export const listShifts = endpoint({
  name: 'listShifts',
  summary: 'The shifts of all clerks that were open on a day, or are open now',
  method: 'GET',
  path: '/v1/{p}/counter/shifts',
  access: 'operator',
  scope: 'drawers',
  input: z.strictObject({ date: z.optional(day) }),
  output: z.array(Shift),
  refusals: [],
})

export const listAllAllotments = endpoint({
  name: 'listAllAllotments',
  summary:
    'Seats that are set aside in all open shifts, and seats of the last two days with which people boarded unsold',
  method: 'GET',
  path: '/v1/{p}/counter/allotments/all',
  access: 'operator',
  scope: 'drawers',
  input: z.strictObject({}),
  output: z.array(SeatAllotment),
  refusals: [],
})
