import { type Fuel, listFuelReports } from '#contract/fuel'
import { fuelMonitorsQuery } from '#features/lookups'
import { call } from '#lib/api'
import { keepFor } from '#lib/keep-for'
import { onSent } from '#lib/outbox'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** What people saw lately in a state (by name), and the middle price of each week. */
export const listFuelReportsQuery = (state: string, fuel: Fuel) =>
  queryOptions({
    queryKey: ['listFuelReports', state, fuel],
    queryFn: ({ signal }) => call(listFuelReports, { state, fuel }, { signal }),
    staleTime: 300_000,
    ...keepFor.week,
  })

/** Asks anew for what a report changes, whenever one was sent. */
export function useNewReports(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      onSent(({ kind }) => {
        if (kind !== 'fuel_report') return
        for (const queryKey of [['listFuelReports'], fuelMonitorsQuery.queryKey])
          void queries.invalidateQueries({ queryKey })
      }),
    [queries],
  )
}
