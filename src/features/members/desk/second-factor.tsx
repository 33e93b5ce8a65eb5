import { showSecondFactor, startSecondFactor } from '#contract/members/endpoints'
import { SecondFactorCode, type SecondFactorSetup } from '#contract/members/model'
import { LogOutButton } from '#features/accounts'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { encodeQR } from 'qr'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import styles from './members.module.css'
import { membershipQuery } from './queries.ts'

const CodeInput = z.strictObject({ code: SecondFactorCode })

function CodeForm({ label, done }: { label: string; done: (codes: string[] | null) => void }) {
  const [code, setCode] = useState('')
  const { submit, isSending, errors, error } = useForm(CodeInput, {
    draft: { value: { code } },
    read: (values) => values,
    send: (input) => call(showSecondFactor, input),
    done: ({ recovery_codes }) => done(recovery_codes),
    fieldOf: { wrong_code: 'code' },
  })
  return (
    <Form
      onSubmit={submit}
      error={error}
      offline="No network. Try again when the network is back."
      action={
        <ButtonRow>
          <Button type="submit" kind="primary" busy={isSending}>
            Continue
          </Button>
          <LogOutButton>Log out</LogOutButton>
        </ButtonRow>
      }
    >
      <TextField
        label={label}
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        value={code}
        error={errors['code']}
        onChange={setCode}
      />
    </Form>
  )
}

/** Asks for the second factor at each login, and again after twelve hours. */
export function SecondFactorForm() {
  const client = useQueryClient()
  return (
    <main>
      <Page title="Login codes" narrow>
        <p>Enter the six digits your authenticator app shows now.</p>
        <Card>
          <CodeForm
            label="Code from your app, or a recovery code"
            done={() => void client.invalidateQueries(membershipQuery)}
          />
        </Card>
      </Page>
    </main>
  )
}

const secretQuery = {
  queryKey: ['factor'],
  queryFn: () => call(startSecondFactor, {}),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
} as const

/**
 * Sets up a second factor: shows the secret, checks a code, then shows the recovery codes until the member has written
 * them down. Says so if the server no longer sends them.
 */
export function SecondFactorSetupForm({ onDone }: { onDone: () => void }) {
  const query = useQuery(secretQuery)
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>()
  if (codes !== undefined) {
    const leave = () => void client.invalidateQueries(membershipQuery).then(onDone)
    return codes === null ? <NoCodes done={leave} /> : <Recovery codes={codes} done={leave} />
  }
  return (
    <Page title="Set up login codes" narrow>
      <p>
        From now on you log in with your password and a code from an authenticator app, such as
        Google Authenticator, Aegis or Microsoft Authenticator.
      </p>
      <QueryResult query={query}>
        {(factor) => (
          <>
            <Card>
              <h2>1. Scan this with the app</h2>
              <Secret factor={factor} />
            </Card>
            <Card>
              <h2>2. Enter the code it shows</h2>
              <CodeForm label="Code" done={setCodes} />
            </Card>
          </>
        )}
      </QueryResult>
    </Page>
  )
}

function Secret({ factor: { secret, uri } }: { factor: SecondFactorSetup }) {
  const { path, size } = useMemo(() => drawQr(uri), [uri])
  return (
    <>
      <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p>
        Or type it in: <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
    </>
  )
}

function drawQr(text: string): { path: string; size: number } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const path = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return { path, size: modules.length }
}

function Recovery({ codes, done }: { codes: readonly string[]; done: () => void }) {
  return (
    <Page title="Write these down" narrow>
      <Notice tone="warning" live="polite">
        If you lose the phone with the app, each of these codes lets you in once. They are shown
        only now.
      </Notice>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button kind="primary" onClick={done}>
        I have written them down
      </Button>
    </Page>
  )
}

/** Shown if the second factor was set up before and its recovery codes are not sent again. */
function NoCodes({ done }: { done: () => void }) {
  return (
    <Page title="Login codes are set up" narrow>
      <Notice tone="warning" live="polite">
        Your recovery codes were made before and are not shown again. If you lose the phone with the
        app and have no codes, ask to be removed from the desk and invited again.
      </Notice>
      <Button kind="primary" onClick={done}>
        Continue
      </Button>
    </Page>
  )
}
