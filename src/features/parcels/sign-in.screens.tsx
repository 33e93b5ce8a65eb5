import { product } from '#contract/product'
import { LogInForm, OfflineNotice, SignUpForm, makeLoginRedirect } from '#features/accounts'
import { read } from '#lib/device'
import { useUser } from '#lib/session'
import { ButtonAnchor, ButtonLink } from '#ui/button'
import { Link } from '#ui/link'
import { Card, Page } from '#ui/page'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { NoParcelDraft, sendingSteps } from './sending-steps.tsx'

const almostThere = '/request-parcel/almostthere'

/** The login in the parcel flow, at `/request-parcel/proceed`. Users who are logged in continue immediately. */
export function ParcelLogInScreen() {
  return (
    <GuestSignIn title="Who are you?" back="/request-parcel">
      <p>A parcel needs an account, so that you can follow it and nobody else can change it.</p>
      <ButtonLink kind="primary" wide to="/request-parcel/loginscreen">
        I have an account
      </ButtonLink>
      <ButtonLink wide to="/request-parcel/signupscreen">
        I am new here
      </ButtonLink>
      <Link to={almostThere}>Check everything first</Link>
    </GuestSignIn>
  )
}

/** The login form of the parcel flow, at `/request-parcel/loginscreen`. */
export function RequestLogInScreen() {
  return (
    <GuestSignIn title="Log in">
      <Card>
        <LogInForm back={makeLoginRedirect(almostThere)} />
        <Google />
      </Card>
      <p>
        New here? <Link to="/request-parcel/signupscreen">Join {product.name}</Link>
      </p>
    </GuestSignIn>
  )
}

/** The sign-up form of the parcel flow, at `/request-parcel/signupscreen`. */
export function RequestSignUpScreen() {
  return (
    <GuestSignIn title={`Join ${product.name}`}>
      <Card>
        <SignUpForm joined={makeLoginRedirect(almostThere).go} />
        <Google />
      </Card>
      <p>
        Have an account? <Link to="/request-parcel/loginscreen">Log in</Link>
      </p>
    </GuestSignIn>
  )
}

/** Google's button. Its script may run only in the login document. */
function Google() {
  return (
    <ButtonAnchor wide href={makeLoginRedirect(almostThere).with('/login')}>
      Continue with Google
    </ButtonAnchor>
  )
}

/** Renders its content for people who are logged out. Others continue immediately. */
function GuestSignIn({
  title,
  back = '/request-parcel/proceed',
  children,
}: {
  title: string
  back?: string
  children: ReactNode
}) {
  const user = useUser()
  const [wasKnown] = useState(user !== undefined)
  const [isBegun] = useState(() => read('current_parcel_data') !== undefined)
  if (!isBegun) return <NoParcelDraft />
  if (wasKnown) return <Navigate to={almostThere} replace />
  return (
    <Page title={title} sub={sendingSteps.check} back={{ to: back, label: 'Back' }} narrow>
      <OfflineNotice>Logging in needs a network.</OfflineNotice>
      {children}
    </Page>
  )
}
