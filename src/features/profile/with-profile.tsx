import type { ErrorCode } from '#contract/errors'
import { UpdateProfileInput, type User } from '#contract/profile/model'
import { useForm } from '#lib/use-form'
import { Answer } from '#ui/answer'
import { Page } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProfileMenu } from './menu.tsx'
import styles from './profile.module.css'
import { fetchProfileQuery, noteProfile, sendProfile } from './queries.ts'

/** One of the screens below /profile, for logged-in users; else the way to log in. */
export function WithProfile({
  title,
  isTop = false,
  children,
}: {
  title: string
  /** Whether it is /profile itself, a tab: it has the menu on a phone as well, and no way back. */
  isTop?: boolean
  children: (user: User) => ReactNode
}) {
  const profile = useQuery(fetchProfileQuery)
  const back = isTop ? undefined : { to: '/profile', label: 'Profile' }
  return (
    <Answer query={profile} title={title} back={back}>
      {(user) => (
        <Page title={title} back={back}>
          <div className={styles.sides}>
            <div className={styles.content}>{children(user)}</div>
            <ProfileMenu isBeside={!isTop} />
          </div>
        </Page>
      )}
    </Answer>
  )
}

/** Changes the profile with what `read` makes of a form; every screen sees the answer. */
export function useProfileForm<Values>(
  typed: { value: Values; flush?: () => void; discard?: () => unknown },
  read: (values: Values) => unknown,
  fieldOf: Partial<Record<ErrorCode, string>> = {},
) {
  const queries = useQueryClient()
  return useForm(UpdateProfileInput, {
    typed,
    read,
    send: sendProfile,
    fieldOf,
    done: (user) => noteProfile(queries, user),
  })
}
