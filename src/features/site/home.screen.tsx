import { product } from '#contract/product'
import { SearchForm } from '#features/lookups'
import { useEffect } from 'react'
import styles from './home.module.css'
import { NextTrip } from './next-trip.tsx'
import { RecentRoads } from './recent-roads.tsx'

const promises = [
  [
    'Compare in one place',
    'Every operator on your road, with the whole fare, the bus, the seats left and what people say about them.',
  ],
  [
    'Pick your own seat',
    'The bus is drawn as it is. The seat you choose is held for ten minutes while you pay.',
  ],
  [
    'Your ticket needs no network',
    'It stays on this phone and opens at the park with your data switched off.',
  ],
  [
    'Your money comes back',
    'You see the refund before you pay and before you cancel, to the kobo. If the operator cancels, you get everything.',
  ],
] as const

const steps = [
  ['Search', 'Say where you start, where you go and the day.'],
  ['Choose', 'Compare fares and times, then tap your seats.'],
  ['Pay', 'By card, transfer or USSD. No account needed.'],
  ['Board', 'Show the code on your phone at the park.'],
] as const

/** The start: the search first, then what was searched and bought on this phone. */
export function HomeScreen() {
  useEffect(() => {
    document.title = `${product.name} – bus tickets in Nigeria`
  }, [])
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
      <section className={styles.part} aria-labelledby="how">
        <h2 id="how">From here to your seat</h2>
        <ol className={styles.steps}>
          {steps.map(([name, words]) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.part} aria-labelledby="why">
        <h2 id="why">What you can count on</h2>
        <ul className={styles.promises}>
          {promises.map(([name, words]) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={`${styles.part} ${styles.help}`} aria-labelledby="help">
        <h2 id="help">Rather talk to somebody?</h2>
        <p>
          Call <a href={`tel:${product.phone.e164}`}>{product.phone.national}</a> or write to us on{' '}
          <a href={product.whatsapp} target="_blank" rel="noreferrer">
            WhatsApp
          </a>
          . We book with you, and you get the same ticket.
        </p>
      </section>
    </>
  )
}
