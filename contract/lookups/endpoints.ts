import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, text } from '#contract/shapes'
import { PassengerType, Place } from './model.ts'

export const listConnections = endpoint({
  name: 'listConnections',
  summary:
    'Cities where trips start and where they go, those with the most runs first; with `from` (a park counts as its city), only what can be reached from there',
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
  summary:
    'The ten cities and motor parks that are called most like what was typed, by their names or the short names of cities',
  method: 'GET',
  path: '/v1/{p}/places',
  access: 'anyone',
  input: z.strictObject({ q: text(2, 64) }),
  output: z.array(Place),
  refusals: [],
})

export const listPassengerTypes = endpoint({
  name: 'listPassengerTypes',
  summary: 'Kinds of passengers and their share of the fare',
  method: 'GET',
  path: '/v1/{p}/generals/passenger-types',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(PassengerType),
  refusals: [],
  cache: 'lookup',
})
