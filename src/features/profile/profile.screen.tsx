import { formatPhone } from '#contract/phone'
import type { User } from '#contract/profile/model'
import { useUser } from '#lib/session'
import { Skeleton } from '#ui/page'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { ErasureNotice } from './erasure-notice.tsx'
import { GuestBookingsOffer } from './guest-bookings.tsx'
import { UpcomingTripCard } from './upcoming-trip.tsx'
import { WithProfile } from './with-profile.tsx'
import styles from './profile.module.css'

/** The user's name, their next trip, and links to all their screens. */
export function ProfileScreen() {
  const known = useUser()
  return (
    <WithProfile
      title="Profile"
      isTop
      waiting={
        known && (
          <>
            <Who user={known} />
            <Skeleton count={1} />
          </>
        )
      }
    >
      {(user) => (
        <>
          <Who user={user} />
          <ErasureNotice user={user} />
          <GuestBookingsOffer />
          <UpcomingTripCard />
        </>
      )}
    </WithProfile>
  )
}

function Who({ user: { full_name, email, phone } }: { user: User }) {
  return (
    <div className={styles.who}>
      <CompanyLogo name={full_name} />
      <div>
        <h2>{full_name}</h2>
        {email !== null && <p>{email}</p>}
        {phone !== null && <p>{formatPhone(phone)}</p>}
      </div>
    </div>
  )
}
