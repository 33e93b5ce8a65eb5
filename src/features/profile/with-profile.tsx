import type { ErrorCode } from '#contract/errors'
import { UpdateProfileInput, type User } from '#contract/profile/model'
import { useUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Page, Skeleton } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProfileMenu } from './menu.tsx'
import styles from './profile.module.css'
import { fetchProfileQuery, storeProfile, saveProfile } from './queries.ts'

/**
 * Renders a screen below /profile: its content, and for a logged-in user the menu. The menu is rendered before the
 * profile has loaded and is not replaced afterwards, so that it keeps its focus and an open question whether to log
 * out. Others see the login.
 */
export function WithProfile({
  title,
  isTop = false,
  waiting = <Skeleton count={2} />,
  children,
}: {
  title: string
  /** Whether this is /profile itself, a tab: on a phone it has the menu, and no link back. */
  isTop?: boolean
  /** What is displayed while the profile loads. */
  waiting?: ReactNode
  children: (user: User) => ReactNode
}) {
  const isLoggedIn = useUser() !== undefined
  const profile = useQuery(fetchProfileQuery)
  const content = (
    <QueryResult query={profile} waiting={waiting}>
      {children}
    </QueryResult>
  )
  return (
    <Page
      title={title}
      back={isTop ? undefined : { to: '/profile', label: 'Profile' }}
      narrow={!isLoggedIn}
    >
      {isLoggedIn ? (
        <div className={`${styles.sides} ${isTop ? styles.top : ''}`}>
          <div className={styles.content}>{content}</div>
          <ProfileMenu isBeside={!isTop} />
        </div>
      ) : (
        content
      )}
    </Page>
  )
}

interface ProfileFormOptions {
  fieldOf?: Partial<Record<ErrorCode, string>>
  done?: () => void
}

/**
 * Returns a form that changes the profile with the result of `read`. The answer updates every screen; `done` is called
 * after that.
 */
export function useProfileForm<Values>(
  draft: { value: Values; flush?: () => void; discard?: () => unknown },
  read: (values: Values) => unknown,
  { fieldOf = {}, done }: ProfileFormOptions = {},
) {
  const queries = useQueryClient()
  return useForm(UpdateProfileInput, {
    draft,
    read,
    send: saveProfile,
    fieldOf,
    done: (user) => {
      storeProfile(queries, user)
      done?.()
    },
  })
}
