import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { Waiting } from './flow.tsx'
import { Strip } from './frame.tsx'
import { queryClient } from './query-client.ts'
import { Nav } from './nav.tsx'
import { routes } from './routes.tsx'

/** The addresses that have a screen, as the router writes them; all others are not found. */
export const addresses = routes.map(({ path }) => path).filter((path) => path !== '*')

/**
 * The start screen as HTML, made at build time and hydrated by main.tsx, with the parts whose scripts
 * come later. Nothing of it may be left for a script in the page: the policy would refuse it.
 */
export async function renderHome(): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location="/">
        <App />
      </StaticRouter>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const page = await new Response(prelude).text()
  // Its timers would keep the build alive for five minutes.
  queryClient.clear()
  return page
}

/** What an address shows until its own screen is there. */
export function renderShell(address = '/bookride'): string {
  return renderToString(
    <StaticRouter location={address}>
      <Shell />
    </StaticRouter>,
  )
}

/** The frame without a screen, drawn while the script is on its way. */
function Shell() {
  return (
    <>
      <Strip />
      <Nav />
      <main>
        <Waiting />
      </main>
    </>
  )
}
