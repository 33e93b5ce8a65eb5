import { serverNow } from '#lib/clock'
import { Countdown } from '#ui/countdown'
import { FactList } from '#ui/facts'
import { FareLines, Money } from '#ui/money'
import { NextTripStrip, PendingTripStrip, TripStrip } from '#ui/pictures/next-trip'
import { QrCode } from '#ui/codes/qr-code'
import { TripLine } from '#ui/pictures/trip-line'
import { ShareButtons } from '#ui/share-buttons'
import { Stub, StubSkeleton } from '#ui/stub'
import { useState } from 'react'
import styles from './pieces.module.css'
import { ExampleCard } from './example-card.tsx'

const trip = {
  from: { city: { name: 'Lagos' }, park: { name: 'Jibowu' } },
  to: { city: { name: 'Abuja' }, park: { name: 'Utako' } },
  departs_at: '2026-11-25T06:00:00Z',
  arrives_at: '2026-11-25T17:30:00Z',
  duration_minutes: 690,
  zone: 'Africa/Lagos',
}

const nextTrip = {
  reference: '7KQ2M9XR4TD',
  from: 'Lagos',
  to: 'Abuja',
  operator: 'Iroko Transit',
  departs_at: trip.departs_at,
  zone: trip.zone,
  delay_minutes: 20,
  saved_at: Date.parse(trip.departs_at),
}

/** A trip, its price and its ticket. */
export function PurchaseExamples() {
  const [until] = useState(() => new Date(serverNow() + 9 * 60_000).toISOString())
  return (
    <>
      <ExampleCard title="A trip in a list, with a mark at its arrival">
        <TripLine
          trip={trip}
          parksOnly
          mark={
            <span role="img" aria-label="Arrives in the dark">
              ☾
            </span>
          }
        />
      </ExampleCard>
      <ExampleCard title="A trip">
        <TripLine trip={trip} />
        <FactList
          facts={[
            ['Vehicle', 'Toyota Hiace, 15 seats'],
            ['Luggage', 'One bag of 20 kg'],
          ]}
        />
        <NextTripStrip others={[nextTrip]} />
        <TripStrip to="/profile/trip" action="See">
          <b>A strip that leads to trips</b>
        </TripStrip>
        <PendingTripStrip>Looking for your trips…</PendingTripStrip>
      </ExampleCard>
      <ExampleCard title="A text that is shared, without our server">
        <ShareButtons text="Lagos to Abuja, 25 Nov 2026, 7:00 am, Iroko Transit, seat 4." />
      </ExampleCard>
      <ExampleCard title="A price">
        <p>
          <Money kobo={1_170_000} /> · <Money kobo={null} />
        </p>
        <FareLines
          lines={[
            { label: 'Fare', amount_kobo: 1_150_000 },
            { label: 'Park fee', amount_kobo: 20_000 },
          ]}
          total_kobo={1_170_000}
        />
        <Countdown until={until} label="Seat held for" />
      </ExampleCard>
      <Stub
        label="A slip of paper"
        head={<b>Iroko Transit</b>}
        above={<QrCode text="WAKA 7KQ2M9XR4TD" label="The code" />}
      >
        <p className={styles.below}>Below the perforated edge.</p>
      </Stub>
      <StubSkeleton head={<b>Iroko Transit</b>}>
        <p>Below the edge, while the rest is loading.</p>
      </StubSkeleton>
    </>
  )
}
