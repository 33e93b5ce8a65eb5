import {
  listFuelMonitors,
  listFuelReports,
  listFuelStations,
  reportFuelPrice,
} from '#contract/fuel/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as service from './service.ts'

export const fuelRoutes = [
  bindEndpoint(listFuelStations, service.listFuelStations),
  bindEndpoint(listFuelMonitors, service.listFuelMonitors),
  bindEndpoint(listFuelReports, service.listFuelReports),
  bindEndpoint(reportFuelPrice, service.reportFuelPrice),
]
