import * as z from 'zod/mini'
import { BoardingScan, DeparturePark, Manifest, OperatorDeparture, ScanResult } from './model.ts'
import { DepartureSeats, LegalManifest } from './sheet.ts'
import { endpoint } from '#contract/endpoint'
import { code, day, id } from '#contract/shapes'

export const listOperatorDepartures = endpoint({
  name: 'listOperatorDepartures',
  summary: 'The operator’s departures on a day, by motor park and time',
  method: 'GET',
  path: '/v1/{p}/operator/departures',
  access: 'operator',
  scope: 'boarding',
  /** `coming`: leaves out departures that were planned to leave more than an hour ago. */
  input: z.strictObject({
    date: day,
    park: z.optional(code),
    coming: z.optional(z.literal('1')),
  }),
  output: z.array(OperatorDeparture),
  refusals: [],
})

/** Unlike the list of departures, it has no limit: by a park, a desk finds departures that the list leaves out. */
export const listDepartureParks = endpoint({
  name: 'listDepartureParks',
  summary: 'The motor parks from which the operator’s buses leave on a day, by name',
  method: 'GET',
  path: '/v1/{p}/operator/departure-parks',
  access: 'operator',
  scope: 'boarding',
  input: z.strictObject({ date: day }),
  output: z.array(DeparturePark),
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

export const getDepartureSeats = endpoint({
  name: 'getDepartureSeats',
  summary:
    'The vehicle of a departure and the state of each seat, for the whole trip or from one motor park on',
  method: 'GET',
  path: '/v1/{p}/operator/departures/{id}/seats',
  access: 'operator',
  scope: 'boarding',
  input: z.strictObject({ id, park: z.optional(code) }),
  output: DepartureSeats,
  refusals: ['not_found'],
})

/**
 * Requires the scope `counter`, since clerks ask travellers for these details and print the manifest for the driver.
 * Members who check tickets at the door need only names and seats (`getManifest`).
 */
export const getLegalManifest = endpoint({
  name: 'getLegalManifest',
  summary:
    'The manifest that the law requires, with phones, addresses and next of kin, until these are deleted; who opens it is in the audit log',
  method: 'GET',
  path: '/v1/{p}/operator/departures/{id}/legal-manifest',
  access: 'operator',
  scope: 'counter',
  is_logged: true,
  input: z.strictObject({ id }),
  output: LegalManifest,
  refusals: ['not_found', 'manifest_deleted'],
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
