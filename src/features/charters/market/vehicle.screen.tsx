import { formatKm, formatCount, formatDuration } from '#contract/quantities'
import type { CharterVehicleDetail } from '#contract/charters/market/model'
import { formatNaira } from '#contract/money'
import { charterLabels } from '#features/charters'
import { type JourneyDraft, useJourney } from '#features/charters/journey'
import { computeDay, formatDay } from '#lib/format'
import type { Draft } from '#lib/drafts'
import { clientOnlyPart } from '#lib/lazy'
import { useUser } from '#lib/session'
import { FactList } from '#ui/facts'
import { QueryResult, MoreButton } from '#ui/query-result'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { MissingPage } from '#ui/missing-page'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { BookStep } from './book-step.tsx'
import styles from './market.module.css'
import { FreeDaysCalendar } from './free-days.tsx'
import { CharterPriceCard, useCharterQuote } from './price-card.tsx'
import { getCharterVehicleQuery, listVehicleReviewsQuery } from './queries.ts'
import { formatCityAndState } from './labels.ts'
import { VehiclePicture } from './vehicle-card.tsx'

const Report = clientOnlyPart(async () => (await import('#features/reviews')).ReportReview)

/**
 * A vehicle and its price for a journey, at `/charter-marketplace/browse_charter/:id`. `?step=book` shows the form that
 * books it.
 */
export function VehicleScreen() {
  const { id = '' } = useParams()
  const vehicle = useQuery(getCharterVehicleQuery(id))
  return (
    <QueryResult
      title="Vehicle"
      query={vehicle}
      refused={{ not_found: () => <NoVehicle />, invalid_input: () => <NoVehicle /> }}
    >
      {(data) => <OneVehicle key={data.id} vehicle={data} />}
    </QueryResult>
  )
}

function OneVehicle({ vehicle }: { vehicle: CharterVehicleDetail }) {
  const [params] = useSearchParams()
  const draft = useJourney(`charter-${vehicle.id}`, vehicle.home.code)
  const quote = useCharterQuote(vehicle.id, draft.value)
  if (params.get('step') === 'book') return <BookStep {...{ vehicle, draft, quote }} />
  return <Detail {...{ vehicle, draft, quote }} />
}

interface VehicleProps {
  vehicle: CharterVehicleDetail
  draft: Draft<JourneyDraft>
  quote: ReturnType<typeof useCharterQuote>
}

function Detail({ vehicle, draft, quote }: VehicleProps) {
  const [params] = useSearchParams()
  const journey = draft.value
  const book = new URLSearchParams(params)
  book.set('step', 'book')
  const price = quote.data
  const isTaken = price?.is_free === false
  const search = new URLSearchParams(params)
  search.delete('step')
  return (
    <Page
      title={vehicle.name}
      under={`${formatCount(vehicle.seats, 'seat')} · ${formatCityAndState(vehicle.home)}`}
      back={{ to: `/charter-marketplace?${search}`, label: 'Vehicles' }}
      aside={
        <>
          <Terms vehicle={vehicle} />
          <Reviews vehicle={vehicle} />
        </>
      }
      bar={
        <>
          <span className={styles.sum}>
            <b>
              {isTaken ? 'Days taken' : formatNaira(price?.price.total_kobo ?? vehicle.day_kobo)}
            </b>
            {!isTaken && (
              <small>{price === undefined ? 'a day, before VAT' : 'in total, VAT included'}</small>
            )}
          </span>
          {isTaken ? (
            <ButtonAnchor href="#days" kind="primary">
              Other days
            </ButtonAnchor>
          ) : (
            <ButtonLink to={{ search: `?${book}` }} kind="primary">
              {price === undefined ? 'See your price' : 'Book it'}
            </ButtonLink>
          )}
        </>
      }
    >
      <VehicleDescription vehicle={vehicle} />
      <Card label="Free days">
        <h2 id="days">Free days</h2>
        <FreeDaysCalendar
          calendar={vehicle.calendar}
          chosen={journey}
          onChoose={(day) =>
            draft.change((before) => ({
              ...before,
              from: day,
              until: before.until < day ? day : before.until,
            }))
          }
        />
      </Card>
      <CharterPriceCard {...{ vehicle, draft, quote }} />
      <Notice
        title="Want a better price?"
        actions={
          <ButtonLink to={`/charter-marketplace/custom-request?${knownOf(journey)}`}>
            Ask for offers
          </ButtonLink>
        }
      />
    </Page>
  )
}

/** Returns the typed values as URL parameters, for another form with the same fields. */
function knownOf({ kind, occasion, stops, from, until, travellers }: JourneyDraft): string {
  const known = {
    kind,
    occasion,
    city: stops[0]?.city ?? '',
    to: stops.at(-1)?.city ?? '',
    date: from,
    until,
    seats: travellers,
  }
  return new URLSearchParams(Object.entries(known).filter(([, value]) => value !== '')).toString()
}

function VehicleDescription({ vehicle }: { vehicle: CharterVehicleDetail }) {
  const { operator, amenities, about, year, rating, reviews } = vehicle
  return (
    <Card label="The vehicle">
      <VehiclePicture vehicle={vehicle} large />
      <p>
        <b>{operator.name}</b> · {charterLabels.rating('vehicle', rating, reviews)}
      </p>
      <ul className={styles.chips} aria-label="On board">
        <li>{year}</li>
        <li>Driver included</li>
        <li>{vehicle.fuel_included ? 'Fuel included' : 'Fuel not included'}</li>
        {amenities.map(({ code, name }) => (
          <li key={code}>{name}</li>
        ))}
      </ul>
      {about !== '' && <p>{about}</p>}
    </Card>
  )
}

function Terms({ vehicle }: { vehicle: CharterVehicleDetail }) {
  const { terms, day_kobo, km_a_day, least_kobo } = vehicle
  return (
    <Card label="Terms">
      <h2>Terms</h2>
      <FactList
        facts={[
          [
            'A day',
            `${formatNaira(day_kobo)}, ${formatCount(terms.hours_a_day, 'hour')} and ${formatKm(km_a_day)} included`,
          ],
          ['Mileage', terms.mileage],
          ['Minimum', formatNaira(least_kobo)],
          ['Overtime', `${formatNaira(terms.overtime_hour_kobo)} an hour`],
          ['Overnight', `${formatNaira(terms.overnight_kobo)} a night for the driver`],
          [
            'Waiting',
            `${formatDuration(terms.waiting_free_minutes)} free, then ${formatNaira(terms.waiting_hour_kobo)} an hour`,
          ],
          ['Fuel', terms.fuel],
          ['Tolls', terms.tolls],
          ['Luggage', terms.luggage],
          ['Insurance', terms.insurer ?? 'No passenger insurance'],
        ]}
      />
      <h3>If you cancel, we keep</h3>
      <ul className={styles.soft}>
        {terms.cancellation.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Card>
  )
}

function Reviews({ vehicle }: { vehicle: CharterVehicleDetail }) {
  const user = useUser()
  const [all, setAll] = useState(false)
  const more = useInfiniteQuery({ ...listVehicleReviewsQuery(vehicle.id), enabled: all })
  const reviews = more.data?.pages.flatMap(({ data }) => data) ?? vehicle.latest_reviews
  return (
    <Card label="Reviews">
      <h2>Reviews</h2>
      {reviews.length === 0 ? (
        <EmptyState picture="paper" title="Nobody has reviewed this vehicle yet." />
      ) : (
        <ul className={styles.reviews}>
          {reviews.map(({ id, rating, body, by, written_at }) => (
            <li key={id}>
              <span role="img" aria-label={`${rating} of 5 stars`}>
                {'★'.repeat(rating)}
                {'☆'.repeat(5 - rating)}
              </span>
              <p className={styles.words}>{body}</p>
              <p className={styles.soft}>
                {by}, {formatDay(computeDay(written_at))}
              </p>
              {user && <Report id={id} of={by} />}
            </li>
          ))}
        </ul>
      )}
      {!all && vehicle.reviews > reviews.length ? (
        <Button onClick={() => setAll(true)}>All {formatCount(vehicle.reviews, 'review')}</Button>
      ) : (
        <MoreButton query={more} />
      )}
    </Card>
  )
}

function NoVehicle() {
  return (
    <MissingPage
      title="Vehicle not found"
      text="This vehicle cannot be chartered any more."
      to="/charter-marketplace"
      action="All vehicles"
    />
  )
}
