import { Button } from '#ui/button'
import { GoogleOAuthProvider, useGoogleLogin } from '@react-oauth/google'
import { type ReactNode, useEffect, useState } from 'react'
import { type GoogleProof, makeGoogleProof } from './google-proof.ts'
import { allowGoogleScript } from './google-script.ts'

interface Props {
  client: { client_id: string; script: string; offers_implicit: boolean }
  busy: boolean
  /** Called with Google's code and with the verifier and nonce of this page. */
  onCode: (granted: { code: string; code_verifier: string; nonce: string }) => void
  /** Called with the token of the implicit flow. */
  onToken: (access_token: string) => void
  /** Whether a login with Google failed. If so, the implicit flow is offered even without `client.offers_implicit`. */
  hasTrouble: boolean
  /** Called with a sentence that describes the failure. */
  onTrouble: (sentence: string) => void
  children: ReactNode
}

const withPassword = 'Log in with your password instead.'
const refused = 'Google did not let you in. Try again, or log in with your password.'
const troubles = {
  popup_failed_to_open:
    'Your browser blocked Google’s window. Allow pop-ups for this page, or log in with your password.',
  popup_closed: `Google’s window was closed before it was done. Open it again, or log in with your password.`,
  unknown: `Google’s window did not open. ${withPassword}`,
} as const

/** Google's button, which loads its script. Render it only in the login documents, whose policy allows that script. */
export function GoogleSignIn(props: Props) {
  const [isAllowed] = useState(() => allowGoogleScript(props.client.script))
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
        <GoogleCodeButton
          {...props}
          busy={props.busy || state === 'loading'}
          hasOtherWay={props.client.offers_implicit || props.hasTrouble}
        />
      )}
    </GoogleOAuthProvider>
  )
}

/** The button for Google's code flow. The library throws if it is rendered outside `GoogleOAuthProvider`. */
export function GoogleCodeButton(
  props: Omit<Props, 'client' | 'hasTrouble'> & { hasOtherWay: boolean },
) {
  const { busy, onCode, onTrouble, hasOtherWay, children } = props
  const [proof, setProof] = useState<GoogleProof>()
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let isHere = true
    void makeGoogleProof().then((made) => isHere && setProof(made))
    return () => {
      isHere = false
    }
  }, [asked])
  const anew = () => setAsked((times) => times + 1)
  const shown = {
    nonce: proof?.nonce,
    code_challenge: proof?.code_challenge,
    code_challenge_method: 'S256',
  }
  const open = useGoogleLogin({
    flow: 'auth-code',
    ...(proof !== undefined && { state: proof.state }),
    ...shown,
    onSuccess: ({ code, state }) => {
      anew()
      if (proof === undefined || state !== proof.state) return onTrouble(refused)
      const { code_verifier, nonce } = proof
      onCode({ code, code_verifier, nonce })
    },
    onError: () => onTrouble(refused),
    onNonOAuthError: ({ type }) => onTrouble(troubles[type]),
  })
  return (
    <>
      <Button wide busy={busy || proof === undefined} waitsForNetwork={busy} onClick={() => open()}>
        {children}
      </Button>
      {hasOtherWay && proof !== undefined && <AnotherWay {...props} state={proof.state} />}
    </>
  )
}

/** The button for Google's implicit flow: Google's window returns a token, which our server checks with Google. */
function AnotherWay({
  busy,
  onToken,
  onTrouble,
  state: ours,
}: Pick<Props, 'busy' | 'onToken' | 'onTrouble'> & { state: string }) {
  const open = useGoogleLogin({
    flow: 'implicit',
    state: ours,
    onSuccess: ({ access_token, state }) =>
      state === ours ? onToken(access_token) : onTrouble(refused),
    onError: () => onTrouble(refused),
    onNonOAuthError: ({ type }) => onTrouble(troubles[type]),
  })
  return (
    <Button wide busy={busy} onClick={() => open()}>
      Try Google another way
    </Button>
  )
}
