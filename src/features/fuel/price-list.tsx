import { minFuelReporters } from '#contract/fuel/rules'
import { formatCount } from '#contract/quantities'
import type { FuelMonitor } from '#contract/fuel/model'
import type { Fuel } from '#contract/fuel/rules'
import { formatAge } from '#lib/format'
import { isSavingData, useOnline } from '#lib/online'
import { Money } from '#ui/money'
import { EmptyState } from '#ui/pictures/empty'
import { useFuelStations } from './use-choice.ts'
import { fuelNames, findFuelUnit } from './form-model.ts'
import styles from './fuel.module.css'

/** The brands of a state with their prices of one fuel, cheapest first, and the age of each price. */
export function PriceList({
  prices,
  state,
  fuel,
}: {
  prices: readonly FuelMonitor[]
  state: string
  fuel: Fuel
}) {
  const { nameOf, logoOf } = useFuelStations()
  const here = prices
    .filter((one) => one.state === state && one.fuel === fuel)
    .toSorted((a, b) => a.price_kobo - b.price_kobo)
  if (here.length === 0)
    return (
      <EmptyState
        picture="search"
        title={`Nobody has reported a price of ${fuelNames[fuel].toLowerCase()} in ${state} yet. Be the first.`}
      />
    )
  return (
    <section aria-labelledby="prices" className={styles.prices}>
      <div className={styles.head}>
        <h2 id="prices">
          {fuelNames[fuel]} in {state}
        </h2>
        <span>a {findFuelUnit(fuel)}</span>
      </div>
      <ol>
        {here.map(({ id, station, price_kobo, as_of, people }) => (
          <li key={id}>
            <Sign name={nameOf(station)} logo={logoOf(station)} />
            <div className={styles.brand}>
              <b>{nameOf(station)}</b>
              <small>
                {formatAge(Date.parse(as_of))}
                {people >= minFuelReporters && ` · ${formatCount(people, 'person', 'people')}`}
              </small>
            </div>
            <span className={styles.price}>
              <Money kobo={price_kobo} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The logo of a brand; the first letter of its name if it has none, with data saver on, or without a network. */
function Sign({ name, logo }: { name: string; logo: string | null }) {
  const hasPicture = useOnline() && !isSavingData() && logo !== null
  return (
    <span className={styles.sign} aria-hidden="true">
      {hasPicture ? <img src={logo} alt="" width="36" height="36" loading="lazy" /> : name[0]}
    </span>
  )
}
