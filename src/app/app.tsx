import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Route, Routes } from 'react-router-dom'
import './tokens.css'
import { AppFrame } from './frame.tsx'
import { queryClient } from './query-client.ts'
import { routes } from './routes.tsx'

/** The app below its router. A prerendered page passes its own query client, which has its answers. */
export function App({ client = queryClient }: { client?: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <AppFrame>
        <Routes>
          {routes.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
        </Routes>
      </AppFrame>
    </QueryClientProvider>
  )
}
