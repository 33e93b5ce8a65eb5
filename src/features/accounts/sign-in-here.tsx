import { part } from '#lib/part'
import { type ComponentProps, Suspense } from 'react'

const Card = part(async () => (await import('./sign-in-card.tsx')).SignInCard)

/** Signing up or logging in without leaving the flow: its script comes for strangers alone. */
export function SignInHere(props: ComponentProps<typeof Card>) {
  return (
    <Suspense>
      <Card {...props} />
    </Suspense>
  )
}
