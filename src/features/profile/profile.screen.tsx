import { formatPhone } from '#contract/phone'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { ErasureNotice } from './erasure-notice.tsx'
import { GuestBookingsOffer } from './guest-bookings.tsx'
import { UpcomingTripCard } from './upcoming-trip.tsx'
import { WithProfile } from './with-profile.tsx'
import styles from './profile.module.css'

/** The user's name, their next trip, and links to all their screens. */
export function ProfileScreen() {
  return (
    <WithProfile title="Profile" isTop>
      {(user) => (
        <>
          <div className={styles.who}>
            <CompanyLogo name={user.full_name} />
            <div>
              <h2>{user.full_name}</h2>
              {user.email !== null && <p>{user.email}</p>}
              {user.phone !== null && <p>{formatPhone(user.phone)}</p>}
            </div>
          </div>
          <ErasureNotice user={user} />
          <GuestBookingsOffer />
          <UpcomingTripCard />
        </>
      )}
    </WithProfile>
  )
}
