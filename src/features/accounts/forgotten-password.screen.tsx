import { formatCount } from '#contract/quantities'
import { codeDigits } from '#contract/accounts/rules'
import { ForgotPasswordInput, ResetPasswordInput } from '#contract/accounts/model'
import { serverNow } from '#lib/clock'
import { useDraft } from '#lib/drafts'
import { formatPhone } from '#contract/phone'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { CodeField } from '#ui/mantine/code-field'
import { Card, Page } from '#ui/page'
import { HiddenLogin } from '#ui/password-field'
import { useState } from 'react'
import styles from './accounts.module.css'
import { parseLogin } from './login-form.ts'
import { OfflineNotice, FormError } from './form-notices.tsx'
import { LoginField } from './login-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { requestResetCode, resetPasswordWithCode } from './queries.ts'
import { useLoginRedirect } from './login-redirect.ts'

/**
 * The requested code: the email address or phone number to which it was sent, how long it is valid, and when it was
 * requested, in ms by the server's clock. `minutes` is 0 until a code is requested.
 */
interface CodeRequest {
  login: string
  minutes: number
  asked_at: number
}

const noRequest = { login: '', minutes: 0, asked_at: 0 }

/** Sends a code to an email address or phone number, and sets a new password with that code. */
export function ForgottenPasswordScreen() {
  const stored = useDraft<CodeRequest>('forgotten-password', noRequest)
  // A code that expires while somebody types it is refused by the server. Until then, the form stays.
  const [opened_at] = useState(serverNow)
  const { minutes, asked_at } = stored.value
  const isOver = minutes > 0 && asked_at + minutes * 60_000 <= opened_at
  // After days, perhaps somebody else holds the phone, who should not read where an earlier code went.
  const draft = isOver ? { ...stored, value: noRequest } : stored
  const back = useLoginRedirect()
  return (
    <Page title="Reset password" back={{ to: '/', label: 'Home' }} narrow>
      <OfflineNotice>Resetting a password needs a network.</OfflineNotice>
      <Card>
        {draft.value.minutes === 0 ? (
          <AskForCode draft={draft} />
        ) : (
          <ResetPasswordForm draft={draft} />
        )}
      </Card>
      <p>
        Remembered it? <a href={back.with('/login')}>Log in</a>
      </p>
    </Page>
  )
}

type StepProps = { draft: ReturnType<typeof useDraft<CodeRequest>> }
const offline = 'No network. What you typed stays here; try again when the network is back.'

function AskForCode({ draft }: StepProps) {
  const { login } = draft.value
  const { form, watch, submit, isSending, errors, problem } = useForm(ForgotPasswordInput, {
    draft: { value: login, flush: draft.flush },
    read: (written) => ({ login: parseLogin(written) }),
    send: async (input) => ({ ...input, ...(await requestResetCode(input.login)) }),
    done: (answer) => draft.change({ ...answer, asked_at: serverNow() }),
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
      <p>We send a code to your email address or phone. Use it to set a new password.</p>
      <LoginField
        value={login}
        error={errors['login']}
        onChange={(text) => draft.change({ ...noRequest, login: text })}
      />
      <FormError error={problem} offline={offline} />
      <Button type="submit" kind="primary" wide busy={isSending}>
        Send the code
      </Button>
    </form>
  )
}

function ResetPasswordForm({ draft }: StepProps) {
  const back = useLoginRedirect()
  const { login, minutes } = draft.value
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const { form, watch, submit, isSending, errors, problem } = useForm(ResetPasswordInput, {
    draft: { value: { login, code, password } },
    read: (values) => values,
    send: resetPasswordWithCode,
    done: (session) => back.enter(session, draft.discard),
    fieldOf: { wrong_code: 'code' },
  })
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate {...watch}>
      <p role="status">
        If we know <b>{formatPhone(login)}</b>, a code is on its way there. It is valid for{' '}
        {formatCount(minutes, 'minute')}.
      </p>
      {/* Lets the password manager of the phone recognise the account. */}
      <HiddenLogin value={login} />
      <CodeField length={codeDigits} value={code} error={errors['code']} onChange={setCode} />
      <NewPasswordField
        label="New password"
        name="password"
        value={password}
        ownWords={[login.split('@')[0] ?? '']}
        error={errors['password']}
        onChange={setPassword}
      />
      <p className={styles.soft}>This logs you out on other phones.</p>
      <FormError error={problem} offline={offline} />
      <Button type="submit" kind="primary" wide busy={isSending}>
        Set password and log in
      </Button>
      <Button kind="quiet" onClick={() => draft.change({ ...noRequest, login })}>
        No code? Send it again
      </Button>
    </form>
  )
}
