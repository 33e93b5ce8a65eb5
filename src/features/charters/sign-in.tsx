import { lazyPart } from '#lib/lazy'
import { type ComponentProps, Suspense } from 'react'

const Form = lazyPart(async () => (await import('#features/accounts')).InlineSignIn)

/** Logging in or signing up inside the flow. Its script loads for logged-out people only. */
export function SignInHere(props: ComponentProps<typeof Form>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  )
}
