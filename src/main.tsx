import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { takePrinted } from './app/printed.ts'
import { queryClient } from './app/query-client.ts'
import { startApp } from './app/start.ts'

startApp()

const root = document.querySelector<HTMLElement>('#root')
/*
 * Routes change without a transition: in one, React would hold the old screen, with no loader, until every
 * part of the printed page has its script.
 */
const app = (
  <StrictMode>
    <BrowserRouter useTransitions={false}>
      <App />
    </BrowserRouter>
  </StrictMode>
)

/** The first draw is a task of its own, and gives way to anyone who touches the page meanwhile. */
setTimeout(() =>
  startTransition(() => {
    if (root === null) return
    const isHome = root.dataset['shell'] === 'home' && location.pathname === '/'
    if (isHome || takePrinted(root, queryClient)) hydrateRoot(root, app)
    else createRoot(root).render(app)
  }),
)
