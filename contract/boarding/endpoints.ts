import * as z from 'zod/mini'
import { BoardingScan, Manifest, OperatorDeparture, ScanResult } from './model.ts'
import { endpoint } from '#contract/endpoint'
import { code, day, id } from '#contract/shapes'

export const listOperatorDepartures = endpoint({
  name: 'listOperatorDepartures',
  summary: 'What the operator runs on a day, by park and time',
  method: 'GET',
  path: '/v1/{p}/operator/departures',
  access: 'operator',
  scope: 'boarding',
  input: z.strictObject({ date: day, park: z.optional(code) }),
  output: z.array(OperatorDeparture),
  refusals: [],
})

export const getManifest = endpoint({
  name: 'getManifest',
  summary: 'Who may ride a departure, seat by seat, and who is aboard',
  method: 'GET',
  path: '/v1/{p}/trips/{id}/manifest',
  access: 'operator',
  scope: 'boarding',
  input: z.strictObject({ id }),
  output: Manifest,
  refusals: ['not_found'],
})

export const reportBoardingScans = endpoint({
  name: 'reportBoardingScans',
  summary: 'Tells which tickets were checked; late, twice and out of order are fine',
  method: 'POST',
  path: '/v1/{p}/boarding-scans',
  access: 'operator',
  scope: 'boarding',
  idempotency: 'required',
  input: z.strictObject({ scans: z.array(BoardingScan).check(z.minLength(1), z.maxLength(100)) }),
  output: z.array(ScanResult),
  refusals: [],
})
