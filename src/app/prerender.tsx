import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { queryClient } from './query-client.ts'
import { Nav } from './nav.tsx'
import { Waiting } from './waiting.tsx'

/** The start screen as HTML, made at build time and hydrated by main.tsx. */
export function renderHome(): string {
  const page = renderToString(
    <StrictMode>
      <StaticRouter location="/">
        <App />
      </StaticRouter>
    </StrictMode>,
  )
  // Its timers would keep the build alive for five minutes.
  queryClient.clear()
  return page
}

/** What every other address shows until its own screen is there. */
export function renderShell(): string {
  return renderToString(
    <StaticRouter location="/bookride">
      <Shell />
    </StaticRouter>,
  )
}

/** The frame without a screen, drawn while the script is on its way. */
function Shell() {
  return (
    <>
      <Nav />
      <main>
        <Waiting />
      </main>
    </>
  )
}
