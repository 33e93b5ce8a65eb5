import type { User } from '#contract/profile/model'
import { makeLoginPath } from '#lib/browser'
import { formatDay, today } from '#lib/format'
import { findLoginRefusal } from '#lib/login-refusal'
import { useUser } from '#lib/session'
import { toError } from '#lib/to-error'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Skeleton } from '#ui/page'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ChosenDeparture, startBoardingWithLogin } from './lists.ts'

const offline =
  'No network. You need it once, to save the passenger list. After that, tickets can be checked without it.'

/**
 * Returns a function that starts boarding with the member's login, whether it is running, its last error, and whether
 * the chosen departure is missing on its day.
 */
function useStart(user: User, chosen: ChosenDeparture) {
  const [error, setError] = useState<Error | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    setError(null)
    try {
      setMissing(!(await startBoardingWithLogin(user, chosen)))
    } catch (failed) {
      setError(toError(failed))
    }
    setBusy(false)
  }
  return { start, error, isBusy, isMissing }
}

/** Saves the passenger list of the departure that a member has chosen at the desk; asks for their login first. */
export function ChosenDepartureLoader({ chosen }: { chosen: ChosenDeparture }) {
  const user = useUser()
  if (user !== undefined) return <SaveList user={user} chosen={chosen} />
  return (
    <Notice
      tone="warning"
      title="You are not logged in."
      actions={
        <ButtonAnchor href={makeLoginPath()} kind="primary">
          Log in
        </ButtonAnchor>
      }
    >
      Log in with the account of your desk to check the tickets of this bus.
    </Notice>
  )
}

function SaveList({ user, chosen }: { user: User; chosen: ChosenDeparture }) {
  const { start, error, isBusy, isMissing } = useStart(user, chosen)
  const begin = useEffectEvent(start)
  useEffect(() => void begin(), [])
  if (isMissing)
    return (
      <Notice
        tone="warning"
        live="assertive"
        title={`This bus does not leave on ${formatDay(chosen.date)}.`}
        actions={
          <ButtonLink to="/verify" kind="primary">
            Choose a bus
          </ButtonLink>
        }
      />
    )
  if (error === null) return <Skeleton />
  return (
    <>
      <StartFailure error={error} />
      <ButtonRow>
        <Button kind="primary" busy={isBusy} onClick={() => void start()}>
          Try again
        </Button>
      </ButtonRow>
    </>
  )
}

/** Lets a member of an operator check tickets without a key. */
export function LoginOffer({ user }: { user: User }) {
  const { start, error, isBusy } = useStart(user, { date: today() })
  return (
    <>
      <Notice
        title="Are you a member of an operator’s desk?"
        actions={
          <Button busy={isBusy} onClick={() => void start()}>
            Check tickets with my login
          </Button>
        }
      >
        Then you need no key.
      </Notice>
      {error !== null && <StartFailure error={error} />}
    </>
  )
}

function StartFailure({ error }: { error: Error }) {
  const refusal = findLoginRefusal(error)
  if (refusal === 'not_allowed')
    return (
      <Notice tone="danger" live="assertive" title="Your login may not check tickets.">
        Ask the owner of your operator’s desk for a role that may.
      </Notice>
    )
  if (refusal === 'second_factor')
    return (
      <Notice
        tone="warning"
        live="assertive"
        title="A code from your authenticator app is needed first."
        actions={<ButtonAnchor href="/desk">Enter it at the desk</ButtonAnchor>}
      />
    )
  return <FailureNotice error={error} offline={offline} />
}
