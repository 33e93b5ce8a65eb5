import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { restorePrerenderedAnswers } from './app/prerendered-answers.ts'
import { queryClient } from './app/query-client.ts'
import { startApp } from './app/start-app.ts'
// The prerendered head of a screen needs this sheet before the screen's own files have loaded.
import './ui/page.module.css'

startApp()
// The page no longer has to load its scripts again (page-scripts/start-again.ts).
dispatchEvent(new Event('started'))

const root = document.querySelector<HTMLElement>('#root')
/*
 * Routes change without a transition: with one, React would show the old screen, without a loader, until the scripts of
 * all parts of the prerendered page have loaded.
 */
const app = (
  <StrictMode>
    <BrowserRouter useTransitions={false}>
      <App />
    </BrowserRouter>
  </StrictMode>
)

/** Renders first in a separate task, so that a touch is handled before it. */
setTimeout(() =>
  startTransition(() => {
    if (root === null) return
    const isHome = root.dataset['shell'] === 'home' && location.pathname === '/'
    if (isHome || restorePrerenderedAnswers(root, queryClient)) hydrateRoot(root, app)
    else createRoot(root).render(app)
  }),
)
