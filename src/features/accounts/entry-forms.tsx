import { LogInInput, SignUpInput } from '#contract/accounts/model'
import { product } from '#contract/product'
import type { User } from '#contract/profile/model'
import { useDraft } from '#lib/drafts'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { PhoneField, TextField } from '#ui/fields'
import { PasswordField } from '#ui/password-field'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import styles from './accounts.module.css'
import { parseLogin } from './login-form.ts'
import { FormError } from './form-notices.tsx'
import { LoginField } from './login-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { logInWithPassword, signUpWithPassword } from './queries.ts'
import { storeLogin, type makeLoginRedirect } from './login-redirect.ts'

/**
 * The login form. After the login, the app goes to `back`. The typed text is stored on the phone, except the password.
 */
export function LogInForm({ back }: { back: ReturnType<typeof makeLoginRedirect> }) {
  const draft = useDraft('login', { login: '' })
  const [password, setPassword] = useState('')
  const { login } = draft.value
  const { form, watch, submit, isSending, errors, problem } = useForm(LogInInput, {
    draft: { value: { login, password } },
    read: (values) => ({ ...values, login: parseLogin(values.login) }),
    send: logInWithPassword,
    done: (session) => back.enter(session, draft.discard),
  })
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      {...watch}
      onSubmit={submit}
      onBlur={(event) => (watch.onBlur(event), draft.flush())}
    >
      <LoginField
        value={login}
        error={errors['login']}
        onChange={(text) => draft.change({ login: text })}
      />
      <PasswordField
        label="Password"
        name="password"
        value={password}
        error={errors['password']}
        onChange={setPassword}
      />
      <p>
        <a href={back.with('/forgotten-password')} className={styles.tall}>
          Forgotten your password?
        </a>
      </p>
      <FormError
        error={problem}
        offline="No network. Your email or phone stays here; try again when the network is back."
      />
      <Button type="submit" kind="primary" wide busy={isSending}>
        Log in
      </Button>
    </form>
  )
}

interface SignUpValues {
  full_name: string
  email: string
  phone: string
  /** Undefined until the person edits it. Until then, the code in the URL (`?ref=`) counts, even if a draft exists. */
  referral_code?: string
}

/** The sign-up form. `children` receives the referral code, as typed or from the URL (`?ref=`); empty if none. */
export function SignUpForm({
  joined,
  children,
}: {
  joined: (user: User) => void
  children?: (referral_code: string) => ReactNode
}) {
  const [params] = useSearchParams()
  const draft = useDraft<SignUpValues>('signup', { full_name: '', email: '', phone: '' })
  const referral_code = draft.value.referral_code ?? params.get('ref') ?? ''
  return (
    <>
      <SignUpFields draft={draft} referral_code={referral_code} joined={joined} />
      {children?.(referral_code.trim())}
    </>
  )
}

interface SignUpFieldsProps {
  draft: ReturnType<typeof useDraft<SignUpValues>>
  referral_code: string
  joined: (user: User) => void
}

function useSignUp({ draft, referral_code, joined }: SignUpFieldsProps) {
  const [password, setPassword] = useState('')
  const value = { ...draft.value, referral_code }
  const form = useForm(SignUpInput, {
    draft: { value: { ...value, password } },
    read: readSignUp,
    faults: ({ email, phone }) =>
      email.trim() === '' && phone.trim() === ''
        ? { email: 'Enter an email address, or a phone number below.' }
        : {},
    send: signUpWithPassword,
    done: async (session) => {
      await storeLogin(session, true)
      await draft.discard()
      joined(session.user)
    },
  })
  return { ...form, value, password, setPassword }
}

function SignUpFields(props: SignUpFieldsProps) {
  const { draft } = props
  const { form, watch, submit, isSending, errors, problem, ...fields } = useSignUp(props)
  const { value, password, setPassword } = fields
  const field = (name: keyof SignUpValues) => ({
    name,
    value: value[name],
    error: errors[name],
    onChange: (text: string) => draft.change((before) => ({ ...before, [name]: text })),
  })
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      {...watch}
      onSubmit={submit}
      onBlur={(event) => (watch.onBlur(event), draft.flush())}
    >
      <TextField label="Full name" autoComplete="name" {...field('full_name')} />
      <p className={styles.soft}>
        Enter an email address, a phone number, or both. Tickets are sent there.
      </p>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...field('email')}
      />
      <PhoneField label="Phone" {...field('phone')} />
      <NewPasswordField
        label="Password"
        name="password"
        value={password}
        ownWords={[...value.full_name.split(/\s+/), value.email.split('@')[0] ?? '', product.name]}
        error={errors['password']}
        onChange={setPassword}
      />
      <TextField
        label="Referral code"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        {...field('referral_code')}
      />
      <p className={styles.soft}>
        By joining you agree to our{' '}
        <a href="/terms" target="_blank" rel="noreferrer">
          Terms &amp; conditions
        </a>
        , and that we keep these details to sell you tickets.
      </p>
      <FormError
        error={problem}
        offline="No network. What you typed stays here; try again when the network is back."
      />
      <Button type="submit" kind="primary" wide busy={isSending}>
        Join {product.name}
      </Button>
    </form>
  )
}

/** Builds the input of `signUp` from the typed text. Empty fields are omitted, except the name and password. */
function readSignUp({
  full_name,
  password,
  ...texts
}: Required<SignUpValues> & { password: string }) {
  const written = Object.entries(texts).map(([name, text]) => [name, text.trim()])
  return { full_name, password, ...Object.fromEntries(written.filter(([, text]) => text !== '')) }
}
