import { lazyPart } from '#lib/lazy'
import { type ComponentProps, Suspense } from 'react'

const Form = lazyPart(async () => (await import('#features/accounts')).InlineSignIn)

/** Lets a guest log in or sign up inside the flow. The form's script loads when this is first rendered. */
export function LazyInlineSignIn(props: ComponentProps<typeof Form>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  )
}
