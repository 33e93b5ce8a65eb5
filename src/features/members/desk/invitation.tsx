import { acceptInvitation } from '#contract/members/endpoints'
import type { Invitation as OpenInvitation } from '#contract/members/model'
import { roleLabels } from '#contract/members/rules'
import { InlineSignIn, LogOutButton, VerifyContact } from '#features/accounts'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { call, CallError } from '#lib/api'
import { loadDocument } from '#lib/browser'
import { computeDay, formatDay } from '#lib/format'
import { storeUser, useUser } from '#lib/session'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonAnchor } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useMutation, useQuery } from '@tanstack/react-query'
import styles from './entrance.module.css'
import { invitationQuery } from './queries.ts'

/**
 * The page of an invitation, opened by its link: who invites to what, then the login or a new account, the proof of the
 * address, and the acceptance, which opens the desk.
 */
export function InvitationPage({ code }: { code: string }) {
  const user = useUser()
  const invitation = useQuery(invitationQuery(code))
  return (
    <main>
      <QueryResult
        query={invitation}
        title="An invitation"
        refused={{ not_found: ClosedInvitationNotice, invalid_input: ClosedInvitationNotice }}
      >
        {(open) => (
          <Page title={`${open.desk} invites you`} narrow>
            <p>
              {open.invited_by ?? 'The desk'} invites you to work at the desk of <b>{open.desk}</b>.
              Your role there: <b>{roleLabels[open.role]}</b>. The invitation is for{' '}
              <span className={styles.address}>{open.email}</span>, and open until{' '}
              {formatDay(computeDay(open.expires_at))}.
            </p>
            {user === undefined ? (
              <InlineSignIn why={`Use the email address ${open.email}.`} />
            ) : (
              <AcceptInvitationForm code={code} invitation={open} />
            )}
          </Page>
        )}
      </QueryResult>
    </main>
  )
}

/** An invitation that was used, replaced or cancelled, or has expired. */
function ClosedInvitationNotice() {
  return (
    <Page title="This invitation is not open" narrow>
      <Notice tone="warning" actions={<ButtonAnchor href="/desk">Go to the desk</ButtonAnchor>}>
        It was used already, has expired, or a newer one replaced it. If you have a place at the
        desk, log in there; otherwise ask for a new invitation.
      </Notice>
    </Page>
  )
}

/** Lets a logged-in person accept. If they have never proved that the invited address is theirs, they do so first. */
function AcceptInvitationForm({ code, invitation }: { code: string; invitation: OpenInvitation }) {
  const user = useUser()
  const act = useIdempotencyKey()
  const accepting = useMutation({
    mutationFn: () => call(acceptInvitation, { code }, { key: act.keyFor(code) }),
    onSuccess: () => loadDocument('/desk', true),
    onSettled: (_, error) => act.settle(error ?? undefined),
  })
  const refusal = accepting.error instanceof CallError ? accepting.error.code : undefined
  return (
    <>
      <p>
        You are logged in as <b>{user?.full_name}</b>
        {user?.email && `, ${user.email}`}.
      </p>
      {refusal === 'not_found' ? (
        <Notice tone="danger" live="assertive">
          The invitation is for {invitation.email}, which is not the address of this account. Log
          out, then log in or join with that address.
        </Notice>
      ) : (
        <FailureNotice
          error={accepting.error}
          offline="No network. Try again when the network is back."
        />
      )}
      {refusal === 'address_unverified' ? (
        <VerifyContact
          kind="email"
          address={user?.email ?? ''}
          proved={(now) => {
            storeUser(now)
            accepting.mutate()
          }}
        />
      ) : (
        <Button kind="primary" wide busy={accepting.isPending} onClick={() => accepting.mutate()}>
          Accept
        </Button>
      )}
      <ButtonRow>
        <LogOutButton>Not you? Log out</LogOutButton>
      </ButtonRow>
    </>
  )
}
