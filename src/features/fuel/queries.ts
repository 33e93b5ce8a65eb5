import type { Fuel } from '#contract/fuel/rules'
import { listFuelReports } from '#contract/fuel/endpoints'
import { fuelLists } from '#features/lookups'
import { useRefreshWhenSent } from '#features/offline'
import { call } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { queryOptions } from '@tanstack/react-query'

/** Query options for the recent reports in a state (by its name), and the median price of each week. */
export const listFuelReportsQuery = (state: string, fuel: Fuel) =>
  queryOptions({
    queryKey: ['listFuelReports', state, fuel],
    queryFn: ({ signal }) => call(listFuelReports, { state, fuel }, { signal }),
    staleTime: 300_000,
    ...retention.week(listFuelReports.shape),
  })

const sentHere = ['fuel_report'] as const
const priceLists = [['listFuelReports'], fuelLists.monitors.queryKey]

/** Loads the prices again after each report sent from this phone. */
export const useRefreshFuelPrices = () => useRefreshWhenSent(sentHere, priceLists)
