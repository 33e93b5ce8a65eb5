import type { Fuel } from '#contract/fuel/rules'
import { listFuelReports } from '#contract/fuel/endpoints'
import { fuelMonitorsQuery } from '#features/lookups'
import { useFreshWhenSent } from '#features/offline'
import { call } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { queryOptions } from '@tanstack/react-query'

/** Recent reports in a state (by name), and the median price of each week. */
export const listFuelReportsQuery = (state: string, fuel: Fuel) =>
  queryOptions({
    queryKey: ['listFuelReports', state, fuel],
    queryFn: ({ signal }) => call(listFuelReports, { state, fuel }, { signal }),
    staleTime: 300_000,
    ...retention.week,
  })

const sentHere = ['fuel_report'] as const
const priceLists = [['listFuelReports'], fuelMonitorsQuery.queryKey]

/** Loads again what a report changes, after each one that was sent. */
export const useNewReports = () => useFreshWhenSent(sentHere, priceLists)
