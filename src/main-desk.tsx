import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { isReachable } from '#lib/api'
import { watchOnline } from '#lib/online'
import { watchTouches } from '#lib/idle'
import './app/tokens.css'
import { Desk } from './desk/desk.tsx'

/* The desk is a separate build, which no traveller's phone loads. */
watchOnline(isReachable)
watchTouches()

const root = document.querySelector('#root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter basename="/desk" useTransitions={false}>
        <Desk />
      </BrowserRouter>
    </StrictMode>,
  )
