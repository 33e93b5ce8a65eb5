import { part } from '#lib/part'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'

const WayOutHeld = part(async () => (await import('#features/bookings')).WayOutHeld)

/** The held booking that a way back is looked for (`?out=`), if there is one. */
export function useWayOut(): string | undefined {
  return useSearchParams()[0].get('out') ?? undefined
}

/** What is held meanwhile, where a way back is looked for. */
export function WayOut() {
  const reference = useWayOut()
  if (reference === undefined) return null
  return (
    <Suspense>
      <WayOutHeld reference={reference} />
    </Suspense>
  )
}
