import type { Endpoint } from '#contract/endpoint'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'

/** An answer that a page needs; `input` is the same as in the app's query for it. */
export interface PageAnswer {
  endpoint: Pick<Endpoint, 'name'>
  input: Record<string, string>
  data: unknown
  meta?: unknown
}

/** A page between the start page and a page, or the page itself: its name and path. */
export type Breadcrumb = readonly [name: string, path: string]

/** The head of a page and the answers of its screen. */
export interface PageContent {
  title: string
  description: string
  /** The steps from the start page to this page, which comes last. */
  crumbs: readonly Breadcrumb[]
  /** Structured data (schema.org). Its URLs may begin with `/`. */
  about: readonly Record<string, unknown>[]
  answers: readonly PageAnswer[]
}

/** A page that the server renders for everybody. `path` is written as in the router: `/brands/:code`. */
export interface PublicPage {
  path: string
  /** The page's query parameters, in this order. If undefined, only the URL without a query is rendered. */
  query?: Readonly<Record<string, (value: string) => boolean>>
  /** How long the page is cached (ms); two minutes by default. Give less for a page that changes sooner. */
  cache_ms?: number
  /** Returns the content. Throws `not_found` if the subject of the page does not exist. */
  show: (ctx: Context, params: Readonly<Record<string, string>>) => Promise<PageContent>
}

/** Lists the paths of a room's public pages for search engines, the most important first; at most `most`. */
export type ListPagePaths = (db: Db, most: number) => Promise<string[]>
