import { product } from '#contract/product'
import { Button, ButtonAnchor } from '#ui/button'
import { Card } from '#ui/page'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { LogInForm, SignUpForm } from './entry-forms.tsx'
import { OfflineNotice } from './form-notices.tsx'
import { makeLoginRedirect } from './login-redirect.ts'

const join = `Join ${product.name}`

/** Lets the person join or log in inside a flow. The typed data is preserved, and the flow continues afterwards. */
export function InlineSignIn({ why }: { why: string }) {
  const { pathname, search } = useLocation()
  const way = makeLoginRedirect(pathname + search)
  const [isKnown, setKnown] = useState(false)
  return (
    <Card label={isKnown ? 'Log in' : join}>
      <h2>{isKnown ? 'Log in' : `${join} to continue`}</h2>
      <p>{why}</p>
      <OfflineNotice>This needs a network. What you wrote stays on this phone.</OfflineNotice>
      {isKnown ? <LogInForm back={way} /> : <SignUpForm joined={way.go} />}
      <ButtonAnchor wide href={way.with('/login')}>
        Continue with Google
      </ButtonAnchor>
      <Button kind="quiet" onClick={() => setKnown(!isKnown)}>
        {isKnown ? 'I am new here' : 'I have an account'}
      </Button>
    </Card>
  )
}
