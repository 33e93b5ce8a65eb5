import { formatPhone } from '#contract/phone'
import type { User } from '#contract/profile/model'
import { clientOnlyPart } from '#lib/lazy'
import { useUser } from '#lib/session'
import { Skeleton } from '#ui/page'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { useState } from 'react'
import { ErasureNotice } from './erasure-notice.tsx'
import { GuestBookingsOffer } from './guest-bookings.tsx'
import { UpcomingTripCard } from './upcoming-trip.tsx'
import { WithProfile } from './with-profile.tsx'
import styles from './profile.module.css'

const ProfileOverview = clientOnlyPart(async () => (await import('./overview.tsx')).ProfileOverview)

/** The user's name, their next trip, and links to all their screens; on a wide screen also what happened last. */
export function ProfileScreen() {
  const known = useUser()
  const [isWide] = useState(() => matchMedia('(min-width: 900px)').matches)
  return (
    <WithProfile
      title="Profile"
      isTop
      waiting={
        known && (
          <>
            <UserName user={known} />
            <Skeleton count={1} />
          </>
        )
      }
    >
      {(user) => (
        <>
          <UserName user={user} />
          <ErasureNotice user={user} />
          <GuestBookingsOffer />
          <UpcomingTripCard />
          {isWide && <ProfileOverview />}
        </>
      )}
    </WithProfile>
  )
}

function UserName({ user: { full_name, email, phone } }: { user: User }) {
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
