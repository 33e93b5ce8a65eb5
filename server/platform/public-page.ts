import type { Endpoint } from '#contract/endpoint'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'

/** An answer of the API that a page is printed of; `input` in the words of the app's query for it. */
export interface Answered {
  endpoint: Pick<Endpoint, 'name'>
  input: Record<string, string>
  data: unknown
  meta?: unknown
}

/** One step of the way to a page: its name and path. */
export type Crumb = readonly [name: string, path: string]

/** The head of a printed page and the answers its screen needs. */
export interface Shown {
  title: string
  description: string
  /** The way to it from the start, the page itself last. */
  crumbs: readonly Crumb[]
  /** Structured data (schema.org). Addresses in it may begin with `/`. */
  about: readonly Record<string, unknown>[]
  answers: readonly Answered[]
}

/** A page for everybody that the server prints; `path` as the router writes it: `/brands/:code`. */
export interface PublicPage {
  path: string
  /**
   * Its query parameters, in this order. A page without it is
   * printed for its bare address alone.
   */
  query?: Readonly<Record<string, (value: string) => boolean>>
  /** How long a printed page is cached, ms; two minutes by default and at most. */
  kept_ms?: number
  /** Throws `not_found` for what does not exist. */
  show: (ctx: Context, params: Readonly<Record<string, string>>) => Promise<Shown>
}

/** Addresses of public pages for search engines, the most important first; at most `most` of them. */
export type ListAddresses = (db: Db, most: number) => Promise<string[]>
