import { part } from '#lib/part'
import { type ComponentProps, Suspense } from 'react'

const Form = part(async () => (await import('#features/accounts')).SignInHere)

/** Signing in or up within the flow: its script comes for strangers alone. */
export function SignInHere(props: ComponentProps<typeof Form>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  )
}
