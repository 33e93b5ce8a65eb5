import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { Boundary } from './boundary.tsx'
import { Waiting } from './waiting.tsx'

type Screens<Door> = {
  [Name in keyof Door]: Door[Name] extends ComponentType ? Name : never
}[keyof Door] &
  string

const loads = new Map<string, () => Promise<unknown>>()

/** Fetches a flow's chunk before it is needed. Failure does no harm: the screen tries again. */
export function warm(name: string): void {
  loads
    .get(name)?.()
    .catch(() => undefined)
}

/**
 * Makes a room's screens loadable as one chunk. The import is tried three times inside the factory,
 * because React.lazy keeps a rejection for ever; each flow has a boundary of its own.
 */
export function flow<Door extends object>(
  name: string,
  load: () => Promise<Door>,
  { bare = false } = {},
) {
  const loadAll = () =>
    bare ? load() : Promise.all([load(), import('./mantine.tsx')]).then(([door]) => door)
  loads.set(name, loadAll)
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
            {bare ? <Screen /> : <Framed Screen={Screen} />}
          </Suspense>
        </Boundary>
      )
    }
  }
}

const MantineFrame = lazy(async () => {
  const { MantineFrame: Frame } = await patiently(() => import('./mantine.tsx'))
  return { default: Frame }
})

function Framed({ Screen }: { Screen: LazyExoticComponent<ComponentType> }) {
  return (
    <MantineFrame>
      <Screen />
    </MantineFrame>
  )
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
