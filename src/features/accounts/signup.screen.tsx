import { product } from '#contract/product'
import type { User } from '#contract/profile/model'
import { readStoredUser } from '#lib/session'
import { Card, Page } from '#ui/page'
import { useState } from 'react'
import { Link } from '#ui/link'
import { SignUpForm } from './entry-forms.tsx'
import { GoogleButton } from './google-button.tsx'
import { LoggedInNotice } from './login.screen.tsx'
import { OfflineNotice, NoStorageNotice } from './form-notices.tsx'
import { VerifyContacts } from './verify-contact.tsx'
import { useLeaveLoginDocument, useLoginRedirect } from './login-redirect.ts'

/** Creates an account, then verifies its email address and phone number. `?ref=` is the referral code. */
export function SignUpScreen() {
  const [before] = useState(readStoredUser)
  const [joined, setJoined] = useState<User>()
  useLeaveLoginDocument()
  if (joined !== undefined) return <VerifyContacts user={joined} />
  if (before !== undefined) return <LoggedInNotice user={before} />
  return <SignUp joined={setJoined} />
}

function SignUp({ joined }: { joined: (user: User) => void }) {
  const back = useLoginRedirect()
  return (
    <Page
      title={`Join ${product.name}`}
      under="One account for trips, parcels and your wallet."
      back={{ to: '/', label: 'Home' }}
      narrow
    >
      <OfflineNotice>Joining needs a network.</OfflineNotice>
      <NoStorageNotice />
      <Card>
        <SignUpForm joined={joined}>
          {(referral_code) => <GoogleButton done={back.enter} referral_code={referral_code} />}
        </SignUpForm>
      </Card>
      <p>
        Have an account?{' '}
        <Link to={back.with('/login')} reloadDocument={false}>
          Log in
        </Link>
      </p>
    </Page>
  )
}
