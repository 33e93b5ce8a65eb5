import { fuelLists, PlaceChoiceField } from '#features/lookups'
import { OutboxItemLoader, SendingNotice } from '#features/offline'
import type { OutboxItem } from '#lib/outbox'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { Page } from '#ui/page'
import { QueryResultGroup } from '#ui/lists/query-result-group'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { RecentPrices } from './recent-prices.tsx'
import { PriceList } from './price-list.tsx'
import { listFuelReportsQuery, useRefreshFuelPrices } from './queries.ts'
import { FuelReportForm } from './report-form.tsx'
import { useFuelChoice, useFuelStates } from './use-choice.ts'
import { UnsentReports } from './unsent-reports.tsx'
import { fuelOptions, isFuel } from './form-model.ts'
import styles from './fuel.module.css'

/** Fuel prices, at `/fuel-price`. `?report` opens the form, and `?waiting=` opens it with an unsent report. */
export function FuelPriceScreen() {
  const [params] = useSearchParams()
  const isForm = params.has('report') || params.has('waiting')
  return isForm ? <Report key={params.get('waiting')} /> : <Prices />
}

function Prices() {
  const { state, fuel, choose } = useFuelChoice()
  const states = useFuelStates(state)
  const monitors = useQuery(fuelLists.monitors)
  const reports = useQuery(listFuelReportsQuery(state, fuel))
  useRefreshFuelPrices()
  return (
    <QueryResultGroup queries={[monitors, reports]} title="Fuel prices">
      <Page
        title="Fuel prices"
        under="Prices people saw at the pump, cheapest brand first."
        aside={(monitors.data ?? reports.data) && <RecentPrices state={state} fuel={fuel} />}
      >
        <div className={styles.choice}>
          <PlaceChoiceField
            label="State"
            what="State"
            name="state"
            value={state}
            onChange={(chosen) => choose({ state: chosen })}
            options={states.map((name) => ({ value: name, label: name }))}
          />
          <ChoiceField
            label="Fuel"
            name="fuel"
            value={fuel}
            onChange={(chosen) => isFuel(chosen) && choose({ fuel: chosen })}
            options={fuelOptions}
          />
        </div>
        <UnsentReports />
        <QueryResult query={monitors}>
          {(all) => <PriceList prices={all} state={state} fuel={fuel} />}
        </QueryResult>
        <ButtonLink to="/fuel-price?report" kind="primary" wide>
          Report a price
        </ButtonLink>
      </Page>
    </QueryResultGroup>
  )
}

function Report() {
  const [kept, setKept] = useState<OutboxItem>()
  return (
    <Page
      title="Report a fuel price"
      under="Help others know the price before they pay."
      back={{ to: '/fuel-price', label: 'Fuel prices' }}
      narrow
    >
      {kept !== undefined ? (
        <SendingNotice
          item={kept}
          see={<ButtonLink to="/fuel-price">See the prices</ButtonLink>}
          thanks="Thank you. When two other people report too, it becomes the price of this brand."
        >
          It is sent with the time you saw the price.
        </SendingNotice>
      ) : (
        <OutboxItemLoader what="report">
          {(waiting) => (
            <FuelReportForm
              waiting={waiting}
              onKept={(item) => {
                setKept(item)
                scrollTo(0, 0)
              }}
            />
          )}
        </OutboxItemLoader>
      )}
    </Page>
  )
}
