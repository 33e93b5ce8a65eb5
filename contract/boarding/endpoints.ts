import * as z from 'zod/mini'
import { BoardingScan, Manifest, OperatorDeparture, ScanResult } from './model.ts'
import { endpoint } from '#contract/endpoint'
import { code, day, id } from '#contract/shapes'

export const listOperatorDepartures = endpoint({
  name: 'listOperatorDepartures',
  summary: 'The operator’s departures on a day, by motor park and time',
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
  summary: 'The passenger list of a departure by seat, babies on laps included, and who is aboard',
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
  summary: 'Reports ticket checks; accepts them late, repeated and out of order',
  method: 'POST',
  path: '/v1/{p}/boarding-scans',
  access: 'operator',
  scope: 'boarding',
  idempotency: 'required',
  input: z.strictObject({ scans: z.array(BoardingScan).check(z.minLength(1), z.maxLength(100)) }),
  output: z.array(ScanResult),
  refusals: [],
})
