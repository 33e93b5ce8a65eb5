import { lazyPart } from '#lib/lazy'
import { type ComponentProps, Suspense } from 'react'

const Form = lazyPart(async () => (await import('#features/accounts')).InlineSignIn)

/** Lets the person log in or sign up inside the flow. The form's script loads only for people who are logged out. */
export function SignInHere(props: ComponentProps<typeof Form>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  )
}
