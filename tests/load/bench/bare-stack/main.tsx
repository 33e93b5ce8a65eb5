import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { Home } from './home.tsx'
import { Results } from './results.tsx'

/*
 * What the packages of the specification's design card cost without our work: our start page's controls, rendered in
 * the browser, with no prerendering, no code splitting and no service worker. Only `npm run bench -- pages` builds it.
 */
const queryClient = new QueryClient()
const root = document.querySelector('#root')

if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <Routes>
              <Route path="/" element={<Home />} />
              <Route path="/bookride" element={<Results />} />
            </Routes>
          </BrowserRouter>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
