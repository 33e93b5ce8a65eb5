/*
 * Renders the app without a browser: at build time the shells, and in the server the public pages.
 */
import { listRoutes, type PageQueries } from '#lib/room'
import { HeadOnlyContext } from '#ui/page'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { ScreenPlaceholder } from './lazy-screen.tsx'
import { Main, StatusStrip } from './frame.tsx'
import { TopBar } from './top-bar.tsx'
import { queryClient } from './query-client.ts'
import { findRoute } from './find-route.ts'

/** An answer of the API that a prerendered page shows, with `meta` if the endpoint has one. */
interface PageAnswer {
  endpoint: { name: string }
  input: Record<string, string>
  data: unknown
  meta?: unknown
}

const queries = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<PageQueries>('../features/**/public-page-queries.ts', {
      eager: true,
      import: 'publicPageQueries',
    }),
  ),
) as PageQueries

/**
 * Returns a screen as HTML, for people whose scripts have not loaded yet, and the answers it shows, in the form that
 * main.tsx reads.
 */
export async function prerenderPage(
  address: string,
  answers: readonly PageAnswer[],
): Promise<{ html: string; kept: [key: readonly unknown[], data: unknown][] }> {
  const client = new QueryClient()
  const kept = answers.map(({ endpoint, input, data, meta }) => {
    const query = queries[endpoint.name]?.(input)
    if (query === undefined) throw new Error(`no screen is prerendered with ${endpoint.name}`)
    const answer = meta === undefined ? data : { data, meta }
    const value = 'initialPageParam' in query ? { pages: [answer], pageParams: [1] } : answer
    client.setQueryData(query.queryKey, value)
    return [query.queryKey, value] as [readonly unknown[], unknown]
  })
  return { html: await renderApp(address, client), kept }
}

/**
 * Returns the start screen, which main.tsx hydrates, with the parts whose scripts come later. It must be complete
 * without an inline script, which the policy would refuse.
 */
export async function prerenderHome(): Promise<string> {
  const page = await renderApp('/', queryClient)
  // The timers of the query client would keep the build running for five minutes.
  queryClient.clear()
  return page
}

async function renderApp(address: string, client: QueryClient): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={address}>
        <App client={client} />
      </StaticRouter>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return new Response(prelude).text()
}

/** Returns the shell of a URL, with a placeholder until its screen has loaded. */
export const prerenderShell = (address = '/bookride'): string =>
  renderFrame(address, <ScreenPlaceholder />)

/** Returns the app's layout around a screen, visible while the script loads. */
function renderFrame(address: string, screen: ReactNode): string {
  const { layout } = findRoute(address)
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={address}>
        <StatusStrip />
        <TopBar layout={layout} />
        <Main>{screen}</Main>
      </StaticRouter>
    </QueryClientProvider>,
  )
}

/** A shell with the head of its own screen. */
export interface PrerenderedHead {
  address: string
  title: string
  about: string | undefined
  html: string
}

/** Returns the shells of all routes whose head is prerendered. */
export async function prerenderHeads(): Promise<PrerenderedHead[]> {
  const heads: PrerenderedHead[] = []
  for (const { path, screen, prerender_head } of listRoutes())
    if (prerender_head && typeof screen === 'function') {
      const Screen = await screen()
      let head: Pick<PrerenderedHead, 'title' | 'about'> | undefined
      const html = renderFrame(
        path,
        <HeadOnlyContext value={(title, about) => (head = { title, about })}>
          <Screen />
        </HeadOnlyContext>,
      )
      if (head === undefined) throw new Error(`${path} has no page whose head could be prerendered`)
      heads.push({ address: path, html, ...head })
    }
  queryClient.clear()
  return heads
}

const modules = import.meta.glob<Record<string, unknown>>('../features/**/*.screen{,s}.tsx')

/**
 * Returns the URLs that have a screen, as the router writes them, each with the modules below `src/` that draw it and
 * are loaded after the first page. All other URLs are not found.
 */
export async function listScreens(): Promise<
  { path: string; modules: string[]; installed: boolean; saves_itself: boolean }[]
> {
  const files = await Promise.all(
    Object.entries(modules).map(async ([name, load]) => [name, await load()] as const),
  )
  return Promise.all(
    listRoutes().map(async ({ path, screen, installed = false, saves_itself = false }) => {
      if (typeof screen !== 'function') return { path, installed, saves_itself, modules: [] }
      const Screen = await screen()
      const own = files.filter(([, exported]) => Object.values(exported).includes(Screen))
      const modules = own.map(([name]) => name.replace('../', ''))
      return { path, installed, saves_itself, modules }
    }),
  )
}
