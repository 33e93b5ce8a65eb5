import type { ParkDetail, TripDetail } from '#contract/trips/model'
import { formatPhone } from '#contract/phone'
import { formatParkAddress } from '#contract/trips/rules'
import { formatTime } from '#lib/format'
import { ButtonAnchor } from '#ui/button'
import { Card } from '#ui/page'
import { RouteMap } from '#ui/pictures/route-map'
import type { ReactNode } from 'react'
import styles from './trip.module.css'

/** A motor park: its address, map and phone number. */
export function ParkCard({
  park,
  title,
  children,
}: {
  park: ParkDetail
  title: string
  children?: ReactNode
}) {
  const address = formatParkAddress({ ...park, city: park.city.name })
  return (
    <section className={styles.park}>
      <h3>{title}</h3>
      <p>
        <b>{park.name}</b>, {park.city.name}
      </p>
      {address !== '' && <p className={styles.soft}>{address}</p>}
      {children}
      <div className={styles.doors}>
        {park.latitude !== null && park.longitude !== null && (
          <ButtonAnchor
            href={`https://www.google.com/maps/search/?api=1&query=${park.latitude},${park.longitude}`}
            target="_blank"
          >
            Map
          </ButtonAnchor>
        )}
        {park.phone !== null && (
          <ButtonAnchor href={`tel:${park.phone}`}>Call {formatPhone(park.phone)}</ButtonAnchor>
        )}
      </div>
    </section>
  )
}

/** The trip part between the chosen stops, on the map of the country. */
export function TripMap({ trip: { stops, from, to } }: { trip: TripDetail }) {
  const ridden = stops.filter(({ on_trip }) => on_trip)
  return (
    <Card label="Map of the road">
      <RouteMap
        label={`The road from ${from.city.name} to ${to.city.name} on the map of Nigeria`}
        routes={[
          ridden.map((stop, index) => ({
            ...stop,
            name: stop.city,
            is_named: index === 0 || index === ridden.length - 1,
          })),
        ]}
      />
    </Card>
  )
}

/**
 * The whole trip as a line of dots, with the departure from each stop and the arrival where the traveller gets off. The
 * trip part between the chosen stops is emphasised.
 */
export function StopList({ trip }: { trip: TripDetail }) {
  const end = trip.stops.findLastIndex(({ on_trip }) => on_trip)
  return (
    <Card label="Stops">
      <h2>Stops on the road</h2>
      <ol className={styles.stops}>
        {trip.stops.map((stop, index) => {
          const at = index === end ? stop.arrives_at : stop.departs_at
          return (
            <li key={`${stop.park}${stop.departs_at}`} data-on={stop.on_trip}>
              <time dateTime={at}>{formatTime(at, trip.zone)}</time>
              <span>
                {stop.city} <small>{stop.park}</small>
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
