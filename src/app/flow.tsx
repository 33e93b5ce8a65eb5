import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { Boundary } from './boundary.tsx'
import { Waiting } from './waiting.tsx'

type Screens<Door> = {
  [Name in keyof Door]: Door[Name] extends ComponentType ? Name : never
}[keyof Door] &
  string

/**
 * Makes a room's screens loadable as one chunk. The import is tried three times inside the factory,
 * because React.lazy keeps a rejection for ever; each flow has a boundary of its own.
 */
export function flow<Door extends object>(load: () => Promise<Door>) {
  return (screen: Screens<Door>): ComponentType => {
    const Screen = lazy(async () => {
      const door = await patiently(load)
      return { default: door[screen] as ComponentType }
    })
    return function FlowScreen() {
      const { pathname } = useLocation()
      return (
        <Boundary key={pathname}>
          <Suspense fallback={<Waiting />}>
            <Screen />
          </Suspense>
        </Boundary>
      )
    }
  }
}

async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of [400, 1500]) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load()
}
