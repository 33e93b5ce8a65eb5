import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { restorePrintedAnswers } from './app/printed-answers.ts'
import { queryClient } from './app/query-client.ts'
import { startApp } from './app/start-app.ts'
// The printed head of a screen is read before the screen's own files have come.
import './ui/page.module.css'

startApp()

const root = document.querySelector<HTMLElement>('#root')
/*
 * Routes change without a transition: in one, React would show the old screen, without a loader, until every part of
 * the prerendered page has its script.
 */
const app = (
  <StrictMode>
    <BrowserRouter useTransitions={false}>
      <App />
    </BrowserRouter>
  </StrictMode>
)

/** The first render is a task of its own, and yields to a touch. */
setTimeout(() =>
  startTransition(() => {
    if (root === null) return
    const isHome = root.dataset['shell'] === 'home' && location.pathname === '/'
    if (isHome || restorePrintedAnswers(root, queryClient)) hydrateRoot(root, app)
    else createRoot(root).render(app)
  }),
)
