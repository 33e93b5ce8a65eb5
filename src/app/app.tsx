import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Route, Routes, useLocation } from 'react-router-dom'
import './tokens.css'
import { findRoute } from './find-route.ts'
import { AppFrame } from './frame.tsx'
import { queryClient } from './query-client.ts'
import { screensByPath } from './routes.tsx'

/** The app below its router. A prerendered page passes its own query client, which has its answers. */
export function App({ client = queryClient }: { client?: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <AppFrame>
        <CurrentScreen />
      </AppFrame>
    </QueryClientProvider>
  )
}

/**
 * The screen of the current path. The router ranks all its routes at each change of the path, so it gets only the one
 * that matches. Routes for development are in no room.
 */
function CurrentScreen() {
  const { pathname } = useLocation()
  const path = findRoute(pathname).path ?? (screensByPath.has(pathname) ? pathname : '*')
  return (
    <Routes>
      <Route path={path} element={screensByPath.get(path)} />
    </Routes>
  )
}
