import { findPlaces, listConnections, listPassengerTypes } from '#contract/lookups/endpoints'
import {
  listCities,
  listCurrencies,
  listVehicleTypes,
  listLocations,
  listParcelAddOns,
  listParcelRoutes,
  listParcelSizes,
  listParcelTypes,
  listServiceTypes,
} from '#contract/lookups/list-endpoints'
import { serve } from '#server/http/serve'
import * as service from './service.ts'

export const lookupRoutes = [
  serve(listCities, service.listCities),
  serve(listConnections, service.listConnections),
  serve(findPlaces, service.findPlaces),
  serve(listPassengerTypes, service.listPassengerTypes),
  serve(listVehicleTypes, service.listVehicleTypes),
  serve(listCurrencies, service.listCurrencies),
  serve(listServiceTypes, service.listServiceTypes),
  serve(listLocations, service.listLocations),
  serve(listParcelRoutes, service.listParcelRoutes),
  serve(listParcelAddOns, service.listParcelAddOns),
  serve(listParcelTypes, service.listParcelTypes),
  serve(listParcelSizes, service.listParcelSizes),
]
