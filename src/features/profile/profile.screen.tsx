import { useKept } from '#lib/device'
import { showDayTime, showPhone } from '#lib/format'
import { nextTrips } from '#lib/vault'
import { Mark } from '#ui/pictures/mark'
import { Link } from '#ui/link'
import { ErasureNotice } from './erasure-notice.tsx'
import { GuestBookings } from './guest-bookings.tsx'
import { WithProfile } from './with-profile.tsx'
import styles from './profile.module.css'

/** Who I am here, my next trip, and the way to everything that is mine. */
export function ProfileScreen() {
  return (
    <WithProfile title="Profile" isTop>
      {(user) => (
        <>
          <div className={styles.who}>
            <Mark name={user.full_name} />
            <div>
              <h2>{user.full_name}</h2>
              {user.email !== null && <p>{user.email}</p>}
              {user.phone !== null && <p>{showPhone(user.phone)}</p>}
            </div>
          </div>
          <ErasureNotice user={user} />
          <GuestBookings />
          <NextTrip />
        </>
      )}
    </WithProfile>
  )
}

/** The next trip with a ticket on this phone; without one, the way to find one. */
function NextTrip() {
  const [trip] = useKept('next_trips') === undefined ? [] : nextTrips()
  if (trip === undefined)
    return (
      <Link to="/" className={styles.trip}>
        <span>
          <small>You have no upcoming trips</small>
          <b>Where to next?</b>
        </span>
        <span className={styles.open}>Search</span>
      </Link>
    )
  return (
    <Link to={`/ticket/${trip.reference}`} className={styles.trip}>
      <span>
        <small>My next trip</small>
        <b>
          {trip.from} → {trip.to}
        </b>
        <small>
          {showDayTime(trip.departs_at, trip.zone)} · {trip.operator}
        </small>
      </span>
      <span className={styles.open}>Ticket</span>
    </Link>
  )
}
