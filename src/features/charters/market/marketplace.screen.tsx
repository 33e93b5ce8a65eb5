import { formatCount } from '#contract/quantities'
import { vehicleSorts } from '#contract/charters/market/rules'
import { charterLabels, findLastDay, ListCards } from '#features/charters'
import { withParameter, useUrlSearch } from '#ui/lists/url-search'
import { useOnline } from '#lib/online'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { SelectField } from '#ui/fields'
import { ButtonRow, Notice } from '#ui/notice'
import { FilterButton, FilterDialog, FilterPanel } from '#ui/lists/filter-panel'
import { PageLinks } from '#ui/lists/pages'
import { Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { VisuallyHidden } from '#ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#ui/link'
import { useSearchParams } from 'react-router-dom'
import styles from './market.module.css'
import { VehicleCityFilter, VehicleFilters } from './filters.tsx'
import { listVehiclesQuery } from './queries.ts'
import {
  countVehicleFilters,
  findVehicleSort,
  parseVehicleSearch,
  removeAllVehicleFilters,
  removeVehicleFilters,
} from './search.ts'
import { VehicleCard } from './vehicle-card.tsx'
import { vehicleSortLabels } from './labels.ts'
import { parseDayParameter } from '#lib/url-parameters'

/** Compares vehicles that come with a driver, at `/charter-marketplace`. The URL contains the whole search. */
export function MarketplaceScreen() {
  const [params] = useSearchParams()
  const found = useQuery(listVehiclesQuery(parseVehicleSearch(params)))
  const [filtering, setFiltering] = useState(false)
  const online = useOnline()
  const facets = found.data?.meta.facets
  const total = found.data?.meta.total ?? 0
  return (
    <Page
      title="Vehicles to charter"
      under={describeDays(params)}
      back={{ to: '/charter-type', label: 'Charter a vehicle' }}
      aside={
        facets && (
          <FilterPanel>
            <VehicleFilters facets={facets} />
          </FilterPanel>
        )
      }
    >
      <VehicleCityFilter facets={facets} />
      <QueryResult
        query={found}
        refused={{ invalid_input: (error) => <WrongSearch fields={error.fields} /> }}
      >
        {({ data: vehicles, meta }) => (
          <>
            {!online && <p className={styles.soft}>Free days may have changed since then.</p>}
            <Sorting total={meta.total} onFilter={() => setFiltering(true)} />
            {vehicles.length === 0 ? (
              <NoVehiclesNotice />
            ) : (
              <ListCards label="Vehicles">
                {vehicles.map((vehicle) => (
                  <VehicleCard key={vehicle.id} vehicle={vehicle} search={`?${params}`} />
                ))}
              </ListCards>
            )}
            <PageLinks
              page={meta.page}
              pages={Math.ceil(meta.total / meta.per_page)}
              more="More vehicles"
            />
            {vehicles.length > 0 && (
              <Notice
                title="Nothing that fits?"
                actions={
                  <ButtonLink to={`/charter-marketplace/custom-request?${params}`}>
                    Ask operators for offers
                  </ButtonLink>
                }
              >
                Say what you need. Operators answer with a vehicle and a price.
              </Notice>
            )}
          </>
        )}
      </QueryResult>
      <FilterDialog
        open={filtering}
        onClose={() => setFiltering(false)}
        action={
          <Button kind="primary" wide onClick={() => setFiltering(false)}>
            {total === 0 ? 'No vehicle fits' : `Show ${formatCount(total, 'vehicle')}`}
          </Button>
        }
      >
        {facets && <VehicleFilters facets={facets} />}
      </FilterDialog>
    </Page>
  )
}

function describeDays(params: URLSearchParams): string {
  const from = parseDayParameter(params, 'date')
  if (from === '') return 'With a driver. Choose a day to see which are free.'
  return `Free on ${charterLabels.days({ from, until: findLastDay(from, params) })}`
}

function Sorting({ total, onFilter }: { total: number; onFilter: () => void }) {
  const [params, go] = useUrlSearch()
  const filters = countVehicleFilters(params)
  return (
    <div className={styles.tools}>
      <div className={styles.total}>
        <p role="status">{formatCount(total, 'vehicle')}</p>
        {filters > 0 && (
          <Link to={{ search: `?${removeVehicleFilters(params).toString()}` }} replace>
            Clear filters
          </Link>
        )}
      </div>
      <FilterButton count={filters} onClick={onFilter} />
      <div>
        <SelectField
          label={<VisuallyHidden>Sort by</VisuallyHidden>}
          value={findVehicleSort(params)}
          onChange={(sort) => go(withParameter(params, 'sort', sort))}
          options={vehicleSorts.map((sort) => ({ value: sort, label: vehicleSortLabels[sort] }))}
        />
      </div>
    </div>
  )
}

function NoVehiclesNotice() {
  const [params] = useSearchParams()
  return (
    <EmptyState
      picture="search"
      title="No vehicle matches all of these filters."
      action={
        <ButtonRow>
          <ButtonLink to={`/charter-marketplace/custom-request?${params}`} kind="primary">
            Ask operators for offers
          </ButtonLink>
          <ButtonLink to={{ search: `?${removeAllVehicleFilters(params).toString()}` }}>
            Clear filters
          </ButtonLink>
        </ButtonRow>
      }
    >
      Try another day or fewer filters.
    </EmptyState>
  )
}

function WrongSearch({ fields }: { fields: Record<string, string> }) {
  return (
    <Notice
      tone="warning"
      live="assertive"
      title="We can’t search for this."
      actions={
        <ButtonLink to="/charter-marketplace" kind="primary">
          All vehicles
        </ButtonLink>
      }
    >
      {Object.values(fields)[0]}
    </Notice>
  )
}
