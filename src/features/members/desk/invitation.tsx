import { acceptInvitation } from '#contract/members/endpoints'
import { LogOut } from '#features/accounts'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { call, CallError } from '#lib/api'
import { loadDocument } from '#lib/browser'
import { useUser } from '#lib/session'
import { Button, ButtonAnchor } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { Actions } from '#ui/notice'
import { Page } from '#ui/page'
import { useMutation } from '@tanstack/react-query'

/** The page on which an invitation is accepted, opened by its link. Only for logged-in users. */
export function Invitation({ code }: { code: string }) {
  const user = useUser()
  const act = useIdempotencyKey()
  const accepting = useMutation({
    mutationFn: () => call(acceptInvitation, { code }, { key: act.keyFor(code) }),
    onSuccess: () => loadDocument('/desk', true),
    onSettled: (_, error) => act.settle(error ?? undefined),
  })
  const isUnverified =
    accepting.error instanceof CallError && accepting.error.code === 'address_unverified'
  return (
    <main>
      <Page title="You are invited to a desk" narrow>
        <p>
          You are logged in as <b>{user?.full_name}</b>, {user?.email}. An invitation works only for
          the account with the address it was sent to.
        </p>
        <FailureNotice
          error={accepting.error}
          offline="No network. Try again when the network is back."
        />
        {isUnverified && (
          <ButtonAnchor href="/profile/details">Verify my email address</ButtonAnchor>
        )}
        <Actions>
          <Button kind="primary" busy={accepting.isPending} onClick={() => accepting.mutate()}>
            Accept
          </Button>
          <LogOut>Not you? Log out</LogOut>
        </Actions>
      </Page>
    </main>
  )
}
