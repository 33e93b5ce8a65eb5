import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, text } from '#contract/shapes'
import { PassengerType, Place } from './model.ts'

export const listConnections = endpoint({
  name: 'listConnections',
  summary:
    'Cities where trips start and end, busiest first; with `from` (a motor park counts as its city), only destinations reachable from there',
  method: 'GET',
  path: '/v1/{p}/connections/routes',
  access: 'anyone',
  input: z.strictObject({ from: z.optional(code) }),
  output: z.object({ from_cities: z.array(Place), to_cities: z.array(Place) }),
  refusals: [],
  cache: 'lookup',
})

export const findPlaces = endpoint({
  name: 'findPlaces',
  summary: 'The ten cities and motor parks that best match the typed text, by name or short name',
  method: 'GET',
  path: '/v1/{p}/places',
  access: 'anyone',
  input: z.strictObject({ q: text(2, 64) }),
  output: z.array(Place),
  refusals: [],
})

export const listPassengerTypes = endpoint({
  name: 'listPassengerTypes',
  summary: 'Traveller types and their share of the fare',
  method: 'GET',
  path: '/v1/{p}/generals/passenger-types',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(PassengerType),
  refusals: [],
  cache: 'lookup',
})
