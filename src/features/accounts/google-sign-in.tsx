import { Button } from '#ui/button'
import { GoogleOAuthProvider, useGoogleLogin } from '@react-oauth/google'
import { type ReactNode, useState } from 'react'
import { allowScript } from './google-script.ts'

interface Props {
  client: { client_id: string; script: string }
  busy: boolean
  /** Google's window gave its code. */
  onCode: (code: string) => void
  /** It did not; the sentence says why and what to do. */
  onTrouble: (sentence: string) => void
  children: ReactNode
}

const withPassword = 'Log in with your password instead.'
const refused = 'Google did not let you in. Try again, or log in with your password.'
const troubles = {
  popup_failed_to_open:
    "Your browser blocked Google's window. Allow pop-ups for this page, or log in with your password.",
  popup_closed: `Google's window was closed before it was done. Open it again, or log in with your password.`,
  unknown: `Google's window did not open. ${withPassword}`,
} as const

/** The button of Google, with its script. Stands only in the login documents, whose policy lets it in. */
export function GoogleSignIn(props: Props) {
  const [isAllowed] = useState(() => allowScript(props.client.script))
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  if (!isAllowed) return <p>This browser cannot show the stand-in for Google. {withPassword}</p>
  return (
    <GoogleOAuthProvider
      clientId={props.client.client_id}
      onScriptLoadSuccess={() => setState('ready')}
      onScriptLoadError={() => setState('failed')}
    >
      {state === 'failed' ? (
        <p role="status">Google cannot be reached from here. {withPassword}</p>
      ) : (
        <OpenGoogle {...props} busy={props.busy || state === 'loading'} />
      )}
    </GoogleOAuthProvider>
  )
}

/** Outside `GoogleOAuthProvider` the library throws. */
export function OpenGoogle({ busy, onCode, onTrouble, children }: Omit<Props, 'client'>) {
  const open = useGoogleLogin({
    flow: 'auth-code',
    onSuccess: ({ code }) => onCode(code),
    onError: () => onTrouble(refused),
    onNonOAuthError: ({ type }) => onTrouble(troubles[type]),
  })
  return (
    <Button wide busy={busy} onClick={() => open()}>
      {children}
    </Button>
  )
}
