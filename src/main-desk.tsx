import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { isReachable } from '#lib/api'
import { watchOnline } from '#lib/online'
import { watchTouches } from '#lib/idle'
import { watchOtherTabs } from '#lib/session/lifecycle'
import './app/tokens.css'
import { Desk } from './desk/desk.tsx'
import { deskQueryClient } from './desk/query-client.ts'

/* The desk is a separate build, which no traveller's phone loads. */
watchOnline(isReachable)
watchTouches()
// Members of a counter share a computer: a tab that is left open must not show the next member what the last one saw.
watchOtherTabs(deskQueryClient, { start: '/desk' })

const root = document.querySelector('#root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter basename="/desk" useTransitions={false}>
        <Desk />
      </BrowserRouter>
    </StrictMode>,
  )
