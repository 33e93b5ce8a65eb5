import { product } from '#contract/product'
import { SearchForm } from '#features/lookups'
import { nameDocument } from '#lib/browser'
import { part } from '#lib/part'
import { Suspense, useEffect } from 'react'
import styles from './home.module.css'
import { NextTrip } from './next-trip.tsx'
import { RecentRoads } from './recent-roads.tsx'

const Landing = part(async () => (await import('./landing.tsx')).Landing)

/** The start: the search first, then what was searched and bought on this phone. */
export function HomeScreen() {
  useEffect(() => nameDocument(`${product.name} – bus tickets in Nigeria`), [])
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.inside}>
          <h1>Where are you going?</h1>
          <NextTrip />
          <div className={styles.search}>
            <SearchForm />
          </div>
          <RecentRoads />
        </div>
      </section>
      <Suspense>
        <Landing />
      </Suspense>
    </>
  )
}
