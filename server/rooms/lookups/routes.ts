import * as endpoints from '#contract/lookups/endpoints'
import { type ApiBinding, serve } from '#server/http/serve'
import * as service from './service.ts'

const { findPlaces, listConnections, listPassengerTypes, ...lists } = endpoints
const isList = (name: string): name is keyof typeof lists => name in lists

export const lookupRoutes: ApiBinding[] = [
  serve(listConnections, service.listConnections),
  serve(findPlaces, service.findPlaces),
  serve(listPassengerTypes, service.listPassengerTypes),
  ...Object.keys(lists)
    .filter(isList)
    .map((name) => serve(lists[name], service.listOf(name))),
]
