import {
  listFuelMonitors,
  listFuelReports,
  listFuelStations,
  reportFuelPrice,
} from '#contract/fuel/endpoints'
import { serve } from '#server/http/serve'
import * as service from './service.ts'

export const fuelRoutes = [
  serve(listFuelStations, service.listFuelStations),
  serve(listFuelMonitors, service.listFuelMonitors),
  serve(listFuelReports, service.listFuelReports),
  serve(reportFuelPrice, service.reportFuelPrice),
]
