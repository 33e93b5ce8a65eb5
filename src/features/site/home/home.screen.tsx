import { product } from '#contract/product'
import { SearchForm } from '#features/lookups'
import { TrackedParcels } from '#features/parcels'
import { setDocumentTitle } from '#lib/browser'
import { useStored } from '#lib/device'
import { lazyPart } from '#lib/lazy'
import { BusDrawing } from '#ui/pictures/bus'
import { Suspense, useEffect } from 'react'
import { Link } from '#ui/link'
import styles from './home.module.css'
import { NextTripStrip } from '#ui/pictures/next-trip'
import { RecentRoutes } from './recent-routes.tsx'

const Landing = lazyPart(async () => (await import('./landing.tsx')).HomeSections)
const Unpaid = lazyPart(async () => (await import('#features/bookings')).UnpaidBookingCard)

/** The start page: the search form, then the searches and trips of this phone. */
export function HomeScreen() {
  useEffect(() => setDocumentTitle(`${product.name} – bus tickets in Nigeria`), [])
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.inside}>
          <h1>Where are you going?</h1>
          <UnpaidBookingSection />
          <NextTripStrip />
          <div className={styles.search}>
            <BusDrawing className={styles.bus} />
            <SearchForm />
          </div>
          <RecentRoutes />
          <Suspense>
            <TrackedParcels />
          </Suspense>
          <nav className={styles.recent} aria-label="Parcels">
            <Link to="/send-parcel">Send a parcel</Link>
            <Link to="/track-parcel">Track a parcel</Link>
          </nav>
        </div>
      </section>
      <Suspense>
        <Landing />
      </Suspense>
    </>
  )
}

/**
 * The unpaid booking, if there is one. It reads local storage itself: if the whole page were rendered again, React
 * would wait for prerendered parts whose scripts have not loaded.
 */
function UnpaidBookingSection() {
  return (
    useStored('unpaid_booking') && (
      <Suspense>
        <Unpaid />
      </Suspense>
    )
  )
}
