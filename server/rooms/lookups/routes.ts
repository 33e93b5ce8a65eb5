import * as endpoints from '#contract/lookups/endpoints'
import { type ApiBinding, bindEndpoint } from '#server/http/serve'
import * as service from './service.ts'

const { findPlaces, listConnections, listPassengerTypes, ...lists } = endpoints
const isList = (name: string): name is keyof typeof lists => name in lists

export const lookupRoutes: ApiBinding[] = [
  bindEndpoint(listConnections, service.listConnections),
  bindEndpoint(findPlaces, service.findPlaces),
  bindEndpoint(listPassengerTypes, service.listPassengerTypes),
  ...Object.keys(lists)
    .filter(isList)
    .map((name) => bindEndpoint(lists[name], service.makeListHandler(name))),
]
