import type { Endpoint } from '#contract/endpoint'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'

/** An answer for a page; `input` as in the app's query for it. */
export interface PageAnswer {
  endpoint: Pick<Endpoint, 'name'>
  input: Record<string, string>
  data: unknown
  meta?: unknown
}

/** One step of the way to a page: its name and path. */
export type Crumb = readonly [name: string, path: string]

/** The head of a page and the answers of its screen. */
export interface PageContent {
  title: string
  description: string
  /** The path to it from the start, the page itself last. */
  crumbs: readonly Crumb[]
  /** Structured data (schema.org). Addresses in it may begin with `/`. */
  about: readonly Record<string, unknown>[]
  answers: readonly PageAnswer[]
}

/** A page that the server renders for everybody; `path` as the router writes it: `/brands/:code`. */
export interface PublicPage {
  path: string
  /** Its query parameters, in this order. Without it, only the plain address is rendered. */
  query?: Readonly<Record<string, (value: string) => boolean>>
  /** How long the page is cached, ms; at most, and by default, two minutes. */
  kept_ms?: number
  /** Throws `not_found` if the thing does not exist. */
  show: (ctx: Context, params: Readonly<Record<string, string>>) => Promise<PageContent>
}

/** Addresses of public pages for search engines, the most important first; at most `most`. */
export type ListAddresses = (db: Db, most: number) => Promise<string[]>
