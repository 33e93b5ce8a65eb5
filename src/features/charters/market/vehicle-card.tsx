import { formatKm, formatCount } from '#contract/quantities'
import type { CharterVehicle } from '#contract/charters/market/model'
import { formatNaira } from '#contract/money'
import { charterLabels, ListCard } from '#features/charters'
import { Money } from '#ui/money'
import { VehicleDrawing } from '#ui/pictures/vehicle'
import styles from './market.module.css'

/** The photo of a vehicle, or a drawing if it has none. */
export function VehiclePicture({
  vehicle: { picture, type },
  large = false,
}: {
  vehicle: { picture?: string | null; type: string }
  large?: boolean
}) {
  if (!picture) return <VehicleDrawing type={type} large={large} />
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

/** A vehicle as a row of the marketplace. `search` is passed to the page of the vehicle. */
export function VehicleCard({ vehicle, search }: { vehicle: CharterVehicle; search: string }) {
  const { seats, home, operator, amenities, fuel_included, day_kobo, km_kobo, km_a_day } = vehicle
  return (
    <ListCard
      to={{ pathname: `/charter-marketplace/browse_charter/${vehicle.id}`, search }}
      title={vehicle.name}
      picture={<VehiclePicture vehicle={vehicle} />}
      under={
        <>
          <span>
            {formatCount(seats, 'seat')} · {home.name}
          </span>
          <br />
          <span className={styles.soft}>
            {operator.name} · {charterLabels.rating('vehicle', vehicle.rating, vehicle.reviews)}
          </span>
        </>
      }
      facts={charterLabels.included(fuel_included, amenities)}
      foot={
        <>
          <span>
            {vehicle.is_free === null ? (
              <>
                {formatKm(km_a_day)} a day, then {formatNaira(km_kobo)} a km
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
        </>
      }
    />
  )
}
