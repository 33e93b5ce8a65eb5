import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code } from '#contract/shapes'
import { PopularRoad, Road } from './model.ts'

export const getRoad = endpoint({
  name: 'getRoad',
  summary:
    'A route between two cities: distance, duration, lowest price, first and last bus, operators',
  method: 'GET',
  path: '/v1/{p}/roads/{from}/{to}',
  access: 'anyone',
  input: z.strictObject({ from: code, to: code }),
  output: Road,
  refusals: ['not_found'],
})

export const listPopularRoads = endpoint({
  name: 'listPopularRoads',
  summary: 'The busiest routes, each with its cheapest fare of the coming week',
  method: 'GET',
  path: '/v1/{p}/roads',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(PopularRoad),
  refusals: [],
  cache: 'lookup',
})
