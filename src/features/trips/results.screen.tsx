import { maxSeats } from '#contract/policy'
import { formatCount, formatNumber } from '#contract/quantities'
import type { Meta } from '#contract/endpoint'
import type { findTrips } from '#contract/trips/endpoints'
import type { ListedTrip } from '#contract/trips/model'
import { tripSorts } from '#contract/trips/rules'
import { CityRoutesMap, connectionsQuery, SearchForm } from '#features/lookups'
import { withParameter, useUrlSearch } from '#ui/lists/url-search'
import { formatDay, formatDayMonth } from '#lib/format'
import { useOnline } from '#lib/online'
import { parseCountParameter, parseDayParameter } from '#lib/url-parameters'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { SelectField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { FilterButton, FilterDialog, FilterPanel } from '#ui/lists/filter-panel'
import { PageLinks } from '#ui/lists/pages'
import { Page, Skeleton } from '#ui/page'
import { VisuallyHidden } from '#ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#ui/link'
import { useSearchParams } from 'react-router-dom'
import { labelBestTrips } from './best-at.ts'
import { TripFilters } from './filters.tsx'
import {
  NoTripsNotice,
  OtherTripLinks,
  makeTravelRequestPath,
  TooFewSeatsNotice,
} from './no-trips-notice.tsx'
import { findTripsQuery } from './queries.ts'
import styles from './results.module.css'
import {
  countTripFilters,
  findPlaceName,
  type TripSearch,
  parseTripSearch,
  removeTripFilters,
} from './search-params.ts'
import { TripCard } from './trip-card.tsx'
import { useColumnCount } from './use-columns.ts'
import { useIsTooSoon, OutboundTripBar } from './outbound-trip.tsx'
import { WeekStrip } from './week-strip.tsx'
import { tripSortLabels } from './labels.ts'

/** Compares the trips of a route on one day. The URL contains the whole search. */
export function ResultsScreen() {
  const [params] = useSearchParams()
  const places = useQuery(connectionsQuery).data
  const known = [...(places?.from_cities ?? []), ...(places?.to_cities ?? [])]
  const search = parseTripSearch(params, known)
  if (search === undefined) {
    return (
      <Page
        title="Find a bus"
        under="Every operator’s fares, times and free seats, side by side."
        narrow
      >
        {params.size > 0 && (
          <Notice tone="warning" title="Say where from, where to and on which day.">
            This link is not complete.
          </Notice>
        )}
        <SearchForm />
        <p>
          Look around first: <Link to="/parks">motor parks</Link> ·{' '}
          <Link to="/routes">bus routes</Link>
        </p>
      </Page>
    )
  }
  return <Results search={search} nameOf={(code) => findPlaceName(code, known)} />
}

function Results({ search, nameOf }: { search: TripSearch; nameOf: (code: string) => string }) {
  const found = useQuery(findTripsQuery(search))
  const [params] = useSearchParams()
  const isOther = found.data?.is_other_day === true
  const from = found.data?.meta.from.name ?? nameOf(search.from)
  const to = found.data?.meta.to.name ?? nameOf(search.to)
  const passengers = parseCountParameter(params, 'passengers', maxSeats) ?? 1
  const [filtering, setFiltering] = useState(false)
  const facets = found.data?.meta.facets
  const columns = useColumnCount()
  const [trip] = found.data?.data ?? []
  return (
    <Page
      title={`${from} to ${to}`}
      heading={
        <>
          {from} <span aria-label="to">→</span> {to}
        </>
      }
      back={{ to: '/', label: 'Change search' }}
      sub={`${formatDays(params)}${formatCount(passengers, 'traveller')}`}
      wings={styles.wings}
      aside={
        facets && (
          <>
            <FilterPanel>{columns > 1 && <TripFilters facets={facets} />}</FilterPanel>
            {columns > 2 && (
              <CityRoutesMap
                label={`The road from ${from} to ${to} on the map of Nigeria`}
                routes={[[trip?.from.city.code ?? search.from, trip?.to.city.code ?? search.to]]}
              />
            )}
          </>
        )
      }
    >
      <OutboundTripBar />
      {found.data && (
        <div className={styles.head}>
          <WeekStrip week={found.data.meta.week} date={search.date} />
          {!isOther && (
            <Sorting
              meta={found.data.meta}
              passengers={passengers}
              onFilter={() => setFiltering(true)}
            />
          )}
        </div>
      )}
      <QueryResult
        query={isOther ? { ...found, data: undefined } : found}
        refused={{ invalid_input: (error) => <WrongSearch fields={error.fields} /> }}
        waiting={<TripsSkeleton hasWeek={found.data !== undefined} />}
      >
        {({ data: trips, meta }) => (
          <TripResults trips={trips} meta={meta} search={search} isBusy={found.isPlaceholderData} />
        )}
      </QueryResult>
      <FilterDialog
        open={filtering}
        onClose={() => setFiltering(false)}
        action={
          <LoadMoreTrips
            total={found.isPlaceholderData ? undefined : found.data?.meta.total}
            isCounting={found.fetchStatus === 'fetching'}
            onShow={() => setFiltering(false)}
          />
        }
      >
        {facets && <TripFilters facets={facets} />}
      </FilterDialog>
    </Page>
  )
}

/** The day of the search, for a return trip both days, without the year so that they fit beside the travellers. */
function formatDays(params: URLSearchParams): string {
  const [date, back] = [parseDayParameter(params, 'date'), parseDayParameter(params, 'return')]
  if (date === '') return ''
  return `${back === '' ? formatDay(date) : `${formatDayMonth(date)} – ${formatDayMonth(back)}`} · `
}

/** The skeleton of the results: the cards and, unless those of another search are still displayed, the days. */
function TripsSkeleton({ hasWeek }: { hasWeek: boolean }) {
  return (
    <>
      {!hasWeek && <Skeleton count={7} className={styles.waitingDays} />}
      <Skeleton count={4} className={styles.waitingTrips} />
    </>
  )
}

/**
 * A button to the trips that the filters leave. If they leave none, it removes the filters. While they are counted, it
 * ignores presses, since nobody knows yet which of the two it will do. `total`: undefined until it is known.
 */
function LoadMoreTrips({
  total,
  isCounting,
  onShow,
}: {
  total: number | undefined
  isCounting: boolean
  onShow: () => void
}) {
  const [params, go] = useUrlSearch()
  if (total === undefined)
    return (
      <Button kind="primary" wide busy={isCounting} onClick={onShow}>
        {isCounting ? 'Counting trips' : 'Show trips'}
      </Button>
    )
  const isNone = total === 0 && countTripFilters(params) > 0
  return (
    <Button kind="primary" wide onClick={isNone ? () => go(removeTripFilters(params)) : onShow}>
      {isNone ? 'No trip matches. Clear filters' : `Show ${formatCount(total, 'trip')}`}
    </Button>
  )
}

function TripResults({
  trips,
  meta,
  search,
  isBusy,
}: {
  trips: ListedTrip[]
  meta: Meta<typeof findTrips>
  search: TripSearch
  /** Whether the trips are those of the previous filters while new ones load. */
  isBusy: boolean
}) {
  const online = useOnline()
  const pages = Math.ceil(meta.total / meta.per_page)
  const isTooSoon = useIsTooSoon()
  const passengers = Number(search.passengers ?? 1)
  const able = trips.filter(
    (trip) => trip.sales_closed !== true && trip.seats_left >= passengers && !isTooSoon(trip),
  )
  // If only some trips of a day are loaded, it is unknown which is the best.
  const tags = pages > 1 ? new Map<string, string>() : labelBestTrips(able)
  return (
    <>
      {!online && <p className={styles.policy}>Fares and seats may have changed since then.</p>}
      {trips.length === 0 ? (
        <NoTripsNotice meta={meta} search={search} />
      ) : (
        <>
          {meta.with_seats === 0 && (
            <TooFewSeatsNotice total={meta.total} passengers={passengers} />
          )}
          <ul className={styles.list} aria-label="Trips" aria-busy={isBusy}>
            {trips.map((trip) => (
              <TripCard
                key={trip.id}
                trip={trip}
                passengers={passengers}
                tag={tags.get(trip.id)}
                isTooSoon={isTooSoon(trip)}
              />
            ))}
          </ul>
        </>
      )}
      <PageLinks page={meta.page} pages={pages} more="More trips" />
      {trips.length > 0 && (
        <div className={styles.ways}>
          <OtherTripLinks meta={meta} />
        </div>
      )}
      <p className={styles.policy}>{trips[0]?.refund_policy}</p>
      {trips.length > 0 && (
        <p className={styles.policy}>
          Too expensive?{' '}
          <Link to={makeTravelRequestPath('watch', search, meta)}>Watch this price</Link>. Coming
          back too? Choose the outbound trip first, then add the return trip and pay once.
        </p>
      )}
    </>
  )
}

/** Says how many of the trips have enough free seats, if only some have, and that fees are in all prices. */
function describeFreeSeats(
  { total, with_seats }: Meta<typeof findTrips>,
  passengers: number,
): string {
  if (with_seats === total || with_seats === 0) return 'Fees included'
  const seats = passengers === 1 ? 'free seats' : formatCount(passengers, 'free seat')
  return `${formatNumber(with_seats)} with ${seats} · fees included`
}

/** How many trips there are, and how to narrow and sort them; nothing on a day without trips. */
function Sorting({
  meta,
  passengers,
  onFilter,
}: {
  meta: Meta<typeof findTrips>
  passengers: number
  onFilter: () => void
}) {
  const [params, go] = useUrlSearch()
  const filters = countTripFilters(params)
  const { total } = meta
  if (total === 0 && filters === 0) return null
  return (
    <div className={styles.tools}>
      <div className={styles.total}>
        <p role="status">{formatCount(total, 'trip')}</p>
        <small>{describeFreeSeats(meta, passengers)}</small>
      </div>
      {filters > 0 && (
        <Link
          to={{ search: `?${removeTripFilters(params).toString()}` }}
          replace
          className={styles.clear}
        >
          Clear filters
        </Link>
      )}
      <FilterButton count={filters} onClick={onFilter} isIcon />
      <div className={styles.sort}>
        <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
          <path
            d="M7 5v14m0 0-3.5-3.5M7 19l3.5-3.5M13 7h8M13 12h6M13 17h3.5"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <SelectField
          label={<VisuallyHidden>Sort by</VisuallyHidden>}
          value={params.get('sort') ?? 'departure'}
          onChange={(sort) => go(withParameter(params, 'sort', sort))}
          options={tripSorts.map((sort) => ({ value: sort, label: tripSortLabels[sort] }))}
        />
      </div>
    </div>
  )
}

function WrongSearch({ fields }: { fields: Record<string, string> }) {
  return (
    <Notice
      tone="warning"
      live="assertive"
      title="We can’t search for this."
      actions={
        <ButtonLink to="/" kind="primary">
          Change search
        </ButtonLink>
      }
    >
      <ul>
        {Object.entries(fields).map(([field, sentence]) => (
          <li key={field}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  )
}
