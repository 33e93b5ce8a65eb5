import { product } from '#contract/product'
import type { User } from '#contract/profile/model'
import { read } from '#lib/device'
import { formatPhone } from '#contract/phone'
import { readStoredUser } from '#lib/session'
import { Button, ButtonAnchor } from '#ui/button'
import { ButtonRow, Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useState } from 'react'
import { Link } from '#ui/link'
import { useSearchParams } from 'react-router-dom'
import { LogInForm } from './entry-forms.tsx'
import { GoogleButton } from './google-button.tsx'
import { LogOutButton } from './log-out.tsx'
import { OfflineNotice, NoStorageNotice } from './form-notices.tsx'
import { useLeaveLoginDocument, useLoginRedirect } from './login-redirect.ts'

/**
 * Login by email, phone or Google. With `?again`, users who are logged in must log in again, for actions that need a
 * recent login.
 */
export function LogInScreen() {
  const [params] = useSearchParams()
  const [user] = useState(readStoredUser)
  useLeaveLoginDocument()
  return user === undefined || params.has('again') ? <LogIn /> : <LoggedInNotice user={user} />
}

function LogIn() {
  const back = useLoginRedirect()
  const [params] = useSearchParams()
  return (
    <Page
      title="Log in"
      under="Your trips, tickets and wallet, on any phone."
      back={{ to: '/', label: 'Home' }}
      narrow
    >
      {params.get('for') === 'support' && <SupportNotice path={back.path} />}
      <EndedLogin />
      <OfflineNotice>Logging in needs a network.</OfflineNotice>
      <NoStorageNotice />
      <Card>
        <LogInForm back={back} />
        <GoogleButton done={back.enter} />
      </Card>
      <p>
        New here?{' '}
        <Link to={back.with('/signup')} reloadDocument={false}>
          Join {product.name}
        </Link>
      </p>
    </Page>
  )
}

/**
 * Explains why a tap on the support button led here. Shows how to reach us without an account, and a link back to
 * `path`.
 */
function SupportNotice({ path }: { path: string }) {
  const { phone, whatsapp } = product
  return (
    <Notice
      title="Please login to access support"
      live="polite"
      actions={
        <>
          <ButtonAnchor href={`tel:${phone.e164}`}>Call</ButtonAnchor>
          <ButtonAnchor href={`sms:${phone.e164}`}>SMS</ButtonAnchor>
          <ButtonAnchor href={whatsapp} target="_blank">
            WhatsApp
          </ButtonAnchor>
          {path !== '/' && (
            <ButtonAnchor kind="quiet" href={path}>
              Back to where you were
            </ButtonAnchor>
          )}
        </>
      }
    >
      Without an account, call us on {phone.national}, send an SMS, or write on WhatsApp.
    </Notice>
  )
}

/** A notice while a person's data is still on this phone: the server ended their session, or `?again` is set. */
function EndedLogin() {
  const [hasLogin] = useState(() => readStoredUser() !== undefined)
  if (read('owner') === undefined) return null
  return (
    <Notice
      tone="warning"
      title={hasLogin ? 'Log in once more.' : 'Your login has ended.'}
      actions={
        <>
          <ButtonAnchor href="/profile/trip">My trips</ButtonAnchor>
          <LogOutButton>Not you? Clear this phone</LogOutButton>
        </>
      }
    >
      {hasLogin
        ? 'The next step needs a new login. You are still logged in.'
        : 'Log in again; your tickets still open.'}
    </Notice>
  )
}

/** Displayed instead of the login and sign-up forms to people who are already logged in. */
export function LoggedInNotice({ user }: { user: User }) {
  const back = useLoginRedirect()
  return (
    <Page title="You are logged in" back={{ to: '/', label: 'Home' }} narrow>
      <Card>
        <p>
          As <b>{user.full_name}</b>, {user.email ?? formatPhone(user.phone ?? '')}.
        </p>
        <ButtonRow>
          <Button kind="primary" onClick={back.go}>
            Continue
          </Button>
          <LogOutButton>Not you? Log out</LogOutButton>
        </ButtonRow>
      </Card>
    </Page>
  )
}
