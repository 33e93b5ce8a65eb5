import type { User } from '#contract/profile/model'
import { computeDay, formatDay } from '#lib/format'
import { Button } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { Notice } from '#ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { storeProfile, cancelErasure } from './queries.ts'

/** A notice that the account will be erased, with a button to cancel it. */
export function ErasureNotice({ user }: { user: User }) {
  const queries = useQueryClient()
  const keeping = useMutation({
    mutationFn: cancelErasure,
    onSuccess: (kept) => storeProfile(queries, kept),
  })
  if (user.erase_at === null) return null
  return (
    <>
      <Notice
        tone="warning"
        title={`Your account will be erased on ${formatDay(computeDay(user.erase_at))}.`}
        actions={
          <Button kind="primary" busy={keeping.isPending} onClick={() => keeping.mutate()}>
            Keep my account
          </Button>
        }
      >
        You asked for this. Until then you can change your mind.
      </Notice>
      <FailureNotice error={keeping.error} offline="No network. Try again when it is back." />
    </>
  )
}
