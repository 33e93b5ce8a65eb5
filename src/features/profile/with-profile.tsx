import type { User } from '#contract/profile/model'
import { Answer } from '#ui/answer'
import { Page } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fetchProfileQuery, noteProfile, sendProfile } from './queries.ts'

/** One of the screens below /profile, for whoever is logged in; else the way to log in. */
export function WithProfile({
  title,
  back = true,
  children,
}: {
  title: string
  /** Whether the way back leads to /profile. */
  back?: boolean
  children: (user: User) => ReactNode
}) {
  const profile = useQuery(fetchProfileQuery)
  return (
    <Answer query={profile} title={title}>
      {(user) => (
        <Page
          title={title}
          back={back ? { to: '/profile', label: 'Profile' } : { to: '/', label: 'Home' }}
          narrow
        >
          {children(user)}
        </Page>
      )}
    </Answer>
  )
}

/** Changes the profile with what `read` makes of a form; every screen sees the answer. */
export function useProfileSaving(
  read: () => Promise<Parameters<typeof sendProfile>[0]>,
  done?: () => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => sendProfile(await read()),
    onSuccess: (user) => {
      noteProfile(queries, user)
      done?.()
    },
  })
}
