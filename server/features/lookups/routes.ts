import {
  listCities,
  listConnections,
  listCurrencies,
  listPassengerTypes,
  listVehicleTypes,
} from '#contract/lookups'
import { serve } from '#server/http/serve'
import * as service from './service.ts'

export const lookupRoutes = [
  serve(listCities, service.listCities),
  serve(listConnections, service.listConnections),
  serve(listPassengerTypes, service.listPassengerTypes),
  serve(listVehicleTypes, service.listVehicleTypes),
  serve(listCurrencies, service.listCurrencies),
]
