import type { Session } from '#contract/accounts/model'
import { isSavingData, useOnline } from '#lib/online'
import { Button, ButtonAnchor } from '#ui/button'
import { Notice } from '#ui/notice'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import styles from './accounts.module.css'
import { FormError } from './form-notices.tsx'
import { googleClientQuery, logInWithGoogleCode, logInWithGoogleAccessToken } from './queries.ts'
import { isLoginDocument } from './login-redirect.ts'

const GoogleSignIn = lazy(() =>
  import('./google-sign-in.tsx').then(
    (loaded) => ({ default: loaded.GoogleSignIn }),
    () => ({ default: Unreachable }),
  ),
)

/** The button to log in with Google. With data saver on, Google's large script loads only after the first tap. */
export function GoogleButton({
  done,
  referral_code = '',
}: {
  done: (session: Session) => void
  referral_code?: string
}) {
  const online = useOnline()
  const [isWanted, setWanted] = useState(!isSavingData())
  const [trouble, setTrouble] = useState<string>()
  const client = useQuery({ ...googleClientQuery, enabled: isWanted && isLoginDocument() })
  const sending = useMutation({
    mutationFn: (granted: GoogleGrant) => {
      const referral = referral_code === '' ? {} : { referral_code }
      return 'access_token' in granted
        ? logInWithGoogleAccessToken({ ...granted, ...referral })
        : logInWithGoogleCode({ ...granted, redirect_uri: location.origin, ...referral })
    },
    onMutate: () => setTrouble(undefined),
    // A mutation passes more arguments, which `done` must not receive.
    onSuccess: (session) => done(session),
  })
  return (
    <div className={styles.google}>
      <p className={styles.or}>or</p>
      {!online ? (
        <>
          <Button wide disabled>
            {label}
          </Button>
          <p className={styles.soft}>Google needs a network.</p>
        </>
      ) : !isLoginDocument() ? (
        <ButtonAnchor wide href={location.pathname + location.search}>
          {label}
        </ButtonAnchor>
      ) : client.data === undefined ? (
        client.error === null ? (
          <Button wide busy={isWanted} onClick={() => setWanted(true)}>
            {label}
          </Button>
        ) : (
          <Unreachable />
        )
      ) : (
        <Suspense
          fallback={
            <Button wide busy>
              {label}
            </Button>
          }
        >
          <GoogleSignIn
            client={client.data}
            busy={sending.isPending}
            onCode={sending.mutate}
            onToken={(access_token) => sending.mutate({ access_token })}
            hasTrouble={trouble !== undefined || sending.isError}
            onTrouble={setTrouble}
          >
            {label}
          </GoogleSignIn>
        </Suspense>
      )}
      {trouble !== undefined && (
        <Notice tone="danger" live="assertive">
          {trouble}
        </Notice>
      )}
      <FormError error={sending.error} offline="No network. Try Google again when it is back." />
    </div>
  )
}

type GoogleGrant = { code: string; code_verifier: string; nonce: string } | { access_token: string }

const label = 'Continue with Google'

function Unreachable() {
  return <p role="status">Google cannot be reached from here. Use your password instead.</p>
}
