import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { startApp } from './app/start.ts'

startApp()

const root = document.querySelector<HTMLElement>('#root')
const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)

if (root?.dataset['shell'] === 'home' && location.pathname === '/') hydrateRoot(root, app)
else if (root !== null) createRoot(root).render(app)
