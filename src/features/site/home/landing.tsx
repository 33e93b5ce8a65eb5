import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import { pointsPerSeat, pointWorthKobo, referralKobo } from '#contract/rewards/rules'
import { supportHours } from '#contract/support/rules'
import { NewestAnnouncements } from '#features/notifications'
import { useHydrated } from '#lib/use-hydrated'
import type { ReactNode } from 'react'
import { Link } from '#ui/link'
import styles from './home.module.css'
import { PopularRoutes } from './popular-routes.tsx'

/**
 * The title, drawing (an SVG path in a square of 48) and text of each section. The text describes the product as it is
 * today. A text with numbers is a single string, because React separates strings by markers, which add bytes to every
 * first visit.
 */
const sections: readonly [name: string, strokes: string, words: ReactNode][] = [
  [
    'Cheap fares',
    'M8 13h32v22H8zM20 30V18l8 12V18m-11 4h14m-14 4h14',
    'Every operator on your route side by side, and every line of the price.',
  ],
  [
    'Seamless booking',
    'M10 10h20v28H10zM16 17h8m-8 6h8m2 9 5 5 9-12',
    'Tap your seat and pay by card, transfer or USSD. Your seat waits ten minutes, and the ticket opens offline.',
  ],
  [
    'A reliable partner',
    'M24 7l14 5v11c0 9-6 15-14 18-8-3-14-9-14-18V12zM18 24l4 4 8-9',
    'No seat is sold twice. You see your refund before you pay or cancel. If the operator cancels, you get it all back.',
  ],
  [
    'Live support',
    'M10 27v-4a14 14 0 0 1 28 0v4m0 6c0 4-3 6-8 6h-4M8 27h5v9H8zm27 0h5v9h-5z',
    <>
      {`People answer ${supportHours.toLowerCase()}. Call `}
      <a href={`tel:${product.phone.e164}`}>{product.phone.national}</a>
      {' without data, or write on '}
      <a href={product.whatsapp} target="_blank" rel="noreferrer">
        WhatsApp
      </a>
      .
    </>,
  ],
  [
    'Earn tickets as you travel',
    'M7 17h34v5a3 3 0 0 0 0 6v5H7v-5a3 3 0 0 0 0-6zM30 17v16M15 25h8m-4-4v8',
    <>
      {`With an account, each seat on a trip you made earns ${pointsPerSeat} points worth ${formatNaira(pointsPerSeat * pointWorthKobo)}. Bring a friend: ${formatNaira(referralKobo)} each after their first trip. `}
      <Link to="/profile/rewards">Your points</Link>
    </>,
  ],
  [
    'Start small',
    'M24 40V22m0 0c0-7 5-11 13-11 0 8-5 11-13 11zm0 5c0-6-4-9-11-9 0 7 4 9 11 9zM14 40h20',
    'One seat, one phone number, no account. The app is smaller than a photo.',
  ],
  [
    'Secure accommodation',
    'M8 38V14m0 18h32v6m0-6v-4a6 6 0 0 0-6-6H20v10M14 26a3 3 0 1 0 0-6 3 3 0 0 0 0 6M34 7a5 5 0 1 0 5 7 6 6 0 0 1-5-7',
    <>
      {'We tell you before you pay if a bus arrives in the dark, and list '}
      <Link to="/businesses?category=guest-house">guest houses by the motor park</Link>.
    </>,
  ],
  [
    'Community',
    'M17 22a5 5 0 1 0 0-10 5 5 0 0 0 0 10zm15 1a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM7 37c0-6 4-10 10-10s10 4 10 10m2-9c7-2 12 2 12 8',
    <>
      <Link to="/community">Our community</Link>
      {' is for all travellers; the '}
      <Link to="/nysc">NYSC</Link> pages are for corps members. Drivers report{' '}
      <Link to="/fuel-price">fuel prices</Link>.
    </>,
  ],
]

/** The prerendered sections below the search form; after hydration also the announcements. */
export function HomeSections() {
  const hydrated = useHydrated()
  return (
    <>
      <PopularRoutes />
      <div className={styles.sections}>
        {sections.map(([name, strokes, words]) => (
          <section key={name}>
            <svg viewBox="0 0 48 48" aria-hidden="true">
              <path d={strokes} />
            </svg>
            <h2>{name}</h2>
            <p>{words}</p>
          </section>
        ))}
      </div>
      {hydrated && (
        <section className={styles.news} aria-label="News">
          <NewestAnnouncements heading="News for travellers" />
        </section>
      )}
    </>
  )
}
