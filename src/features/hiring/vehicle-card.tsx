import { charterWords } from '#features/charters'
import type { CharterVehicle } from '#contract/charters/vehicle'
import { naira } from '#contract/money'
import { Money } from '#ui/money'
import { Vehicle } from '#ui/pictures/vehicle'
import { Link } from '#ui/link'
import styles from './hiring.module.css'

/** Its photo where there is one, else its silhouette. */
export function VehiclePicture({
  vehicle: { picture, type },
  large = false,
}: {
  vehicle: { picture?: string | null; type: string }
  large?: boolean
}) {
  if (!picture) return <Vehicle type={type} large={large} />
  return (
    <img
      src={picture}
      alt=""
      width={96}
      height={64}
      loading="lazy"
      className={large ? styles.picture : undefined}
    />
  )
}

/** A vehicle as one row of the marketplace. `search`: what is known, for its page. */
export function VehicleCard({ vehicle, search }: { vehicle: CharterVehicle; search: string }) {
  const { seats, home, operator, amenities, fuel_included, day_kobo, km_kobo, km_a_day } = vehicle
  return (
    <li className={styles.card}>
      <VehiclePicture vehicle={vehicle} />
      <div className={styles.who}>
        <h2>
          <Link
            to={{
              pathname: `/charter-marketplace/browse_charter/${vehicle.id}`,
              search,
            }}
            className={styles.link}
          >
            {vehicle.name}
          </Link>
        </h2>
        <span>
          {seats} seats · {home.name}
        </span>
        <br />
        <span className={styles.soft}>
          {operator.name} · {charterWords.rating(vehicle.rating, vehicle.reviews)}
        </span>
      </div>
      <p className={styles.facts}>{charterWords.included(fuel_included, amenities)}</p>
      <div className={styles.foot}>
        <span>
          {vehicle.is_free === null ? (
            <>
              {km_a_day} km a day, then {naira(km_kobo)} a km
            </>
          ) : (
            <span className={vehicle.is_free ? styles.free : styles.taken}>
              {vehicle.is_free ? 'Free on your dates' : 'Booked on your dates'}
            </span>
          )}
        </span>
        <span className={styles.price}>
          <b>
            <Money kobo={day_kobo} />
          </b>
          <small>a day</small>
        </span>
      </div>
    </li>
  )
}
