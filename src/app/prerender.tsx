import { listRoutes } from '#lib/room'
import { HeadOnly } from '#ui/page'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { Waiting } from './lazy-screen.tsx'
import { Strip } from './frame.tsx'
import { queryClient } from './query-client.ts'
import { Nav } from './nav.tsx'
import { findRoute } from './route-at.ts'
import './routes.tsx'

const modules = import.meta.glob<Record<string, unknown>>([
  '../features/**/*.screen{,s}.tsx',
  '!../features/*/desk/**',
])

/**
 * The paths that have a screen, each with the modules below `src/` that render it and load after the first page. All
 * other paths are not found.
 */
export async function listScreens(): Promise<{ path: string; modules: string[] }[]> {
  const doors = await Promise.all(
    Object.entries(modules).map(async ([name, load]) => [name, await load()] as const),
  )
  return Promise.all(
    listRoutes().map(async ({ path, screen }) => {
      if (typeof screen !== 'function') return { path, modules: [] }
      const Screen = await screen()
      const own = doors.filter(([, exported]) => Object.values(exported).includes(Screen))
      return { path, modules: own.map(([name]) => name.replace('../', '')) }
    }),
  )
}

/**
 * The start screen as HTML, made at build time and hydrated by main.tsx, with the parts whose scripts load later. It
 * must not need an inline script: the policy would refuse it.
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
  // Its timers would keep the build running for five minutes.
  queryClient.clear()
  return page
}

/** The placeholder of an address until its screen has loaded. */
export function renderShell(address = '/bookride'): string {
  return renderToString(
    <StaticRouter location={address}>
      <Shell at={address}>
        <Waiting />
      </Shell>
    </StaticRouter>,
  )
}

/** Public pages whose head does not depend on their content: it is prerendered. */
const publicPages = [
  '/about',
  '/blog',
  '/bookride',
  '/charter-type',
  '/forgotten-password',
  '/fuel-price',
  '/info-center',
  '/login',
  '/nysc',
  '/privacy',
  '/request-parcel',
  '/reviews',
  '/send-parcel',
  '/signup',
  '/support',
  '/terms',
  '/track-parcel',
  '/verify',
  '/write-a-review',
]

export interface PrintedHead {
  address: string
  title: string
  about: string | undefined
  html: string
}

/** The shells of the public pages, each with the head of its screen. */
export async function renderHeads(): Promise<PrintedHead[]> {
  const heads: PrintedHead[] = []
  for (const address of publicPages) heads.push(await renderHead(address))
  queryClient.clear()
  return heads
}

async function renderHead(address: string): Promise<PrintedHead> {
  const { screen } = listRoutes().find(({ path }) => path === address) ?? {}
  if (typeof screen !== 'function') throw new Error(`${address} has no screen to print`)
  const Screen = await screen()
  let head: Pick<PrintedHead, 'title' | 'about'> | undefined
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={address}>
        <Shell at={address}>
          <HeadOnly value={(title, about) => (head = { title, about })}>
            <Screen />
          </HeadOnly>
        </Shell>
      </StaticRouter>
    </QueryClientProvider>,
  )
  if (head === undefined) throw new Error(`${address} has no page to print the head of`)
  return { address, html, ...head }
}

/** The frame without a screen, shown while the script loads. */
function Shell({ at, children }: { at: string; children: ReactNode }) {
  return (
    <>
      <Strip />
      {findRoute(at).layout !== 'bare' && <Nav />}
      <main>{children}</main>
    </>
  )
}
