import { LogInInput } from '#contract/accounts'
import { product } from '#contract/product'
import type { User } from '#contract/profile'
import { read } from '#lib/device'
import { useDraft } from '#lib/drafts'
import { showPhone } from '#lib/format'
import { storedUser } from '#lib/session'
import { Button, ButtonAnchor } from '#ui/button'
import { Actions, Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import styles from './accounts.module.css'
import { GoogleButton } from './google-button.tsx'
import { LogOut } from './log-out.tsx'
import { checked, readLogin } from './login-form.ts'
import { LoginField, NeedsNetwork, Problem } from './parts.tsx'
import { PasswordField } from './password-field.tsx'
import { sendLogIn } from './queries.ts'
import { useSending } from './use-sending.ts'
import { useOwnDocument, useWayBack } from './way-back.ts'

/** Login by e-mail, phone or Google. `?again` asks also who is logged in, for what needs a fresh login. */
export function LogInScreen() {
  const [params] = useSearchParams()
  const [user] = useState(storedUser)
  useOwnDocument()
  return user === undefined || params.has('again') ? <LogIn /> : <LoggedIn user={user} />
}

function LogIn() {
  const back = useWayBack()
  return (
    <Page title="Log in" back={{ to: '/', label: 'Home' }} narrow>
      <EndedLogin />
      <NeedsNetwork>Logging in needs a network.</NeedsNetwork>
      <Card>
        <LogInForm />
        <GoogleButton done={back.enter} />
      </Card>
      <p>
        New here? <Link to={back.with('/signup')}>Join {product.name}</Link>
      </p>
    </Page>
  )
}

function LogInForm() {
  const back = useWayBack()
  const draft = useDraft('login', { login: '' })
  const [password, setPassword] = useState('')
  const { login } = draft.value
  const { form, submit, isSending, change, errors, problem } = useSending({
    send: async () => sendLogIn(checked(LogInInput, { login: readLogin(login), password })),
    done: (session) => {
      draft.discard()
      back.enter(session)
    },
  })
  return (
    <form ref={form} className={styles.form} onSubmit={submit} onBlur={draft.flush} noValidate>
      <LoginField
        value={login}
        error={errors['login']}
        onChange={(text) => {
          change('login')
          draft.change({ login: text })
        }}
      />
      <PasswordField
        label="Password"
        value={password}
        error={errors['password']}
        onChange={(text) => {
          change('password')
          setPassword(text)
        }}
      />
      <p>
        <a href={back.with('/forgotten-password')} className={styles.tall}>
          Forgotten your password?
        </a>
      </p>
      <Problem
        error={problem}
        offline="No network. Your e-mail or phone stays here; try again when the network is back."
      />
      <Button type="submit" kind="primary" wide busy={isSending}>
        Log in
      </Button>
    </form>
  )
}

/** The server ended the login, but what was hers is still on this phone. */
function EndedLogin() {
  if (read('owner') === undefined) return null
  return (
    <Notice
      kind="mind"
      title="Your login has ended."
      actions={
        <>
          <ButtonAnchor href="/profile/trip">My trips</ButtonAnchor>
          <LogOut>Not you? Clear this phone</LogOut>
        </>
      }
    >
      Log in again; your tickets still open.
    </Notice>
  )
}

/** For who comes here logged in. */
export function LoggedIn({ user }: { user: User }) {
  const back = useWayBack()
  return (
    <Page title="You are logged in" back={{ to: '/', label: 'Home' }} narrow>
      <Card>
        <p>
          As <b>{user.full_name}</b>, {user.email ?? showPhone(user.phone ?? '')}.
        </p>
        <Actions>
          <Button kind="primary" onClick={back.go}>
            Go on
          </Button>
          <LogOut>Not you? Log out</LogOut>
        </Actions>
      </Card>
    </Page>
  )
}
