import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import { phone } from '#contract/shapes'
import { signatureHeader } from '#server/config/payment-settings'
import { parseInput } from './parse-input.ts'
import { readJson } from './read-json.ts'

/** A request as it came, before anything in it is believed. `params` are decoded path segments. */
export interface Call {
  method: string
  params: Record<string, string>
  /** The query string, undecoded. */
  search: string
  headers: Record<string, string | string[] | undefined>
  body: Uint8Array | undefined
  /** The browser's refresh cookie, believed only where the endpoint reads it. */
  refresh_token?: string
  ip: string
  request_id: string
}

export interface Sent {
  input: Record<string, unknown>
  phone: string | undefined
}

/**
 * Puts path, query and body together as the one flat object an endpoint asks for, and takes the
 * guest's `?phone=` out. Throws 400, 413 and 415 refusals; the endpoint's own schema comes after.
 */
export function readInput(endpoint: Endpoint, call: Call): Sent {
  const { p: _product, ...params } = call.params
  if (endpoint.access === 'provider') {
    return {
      input: { ...params, raw: call.body ?? new Uint8Array(), signature: signatureOf(call) },
      phone: undefined,
    }
  }
  const query = readPairs(call.search)
  const phoneText = endpoint.access === 'owner' ? take(query, 'phone') : undefined
  const inBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  if (inBody) refuseNames(Object.keys(query), 'This query parameter is not expected.')
  const rest = inBody ? readBody(call) : query
  refuseNames(
    Object.keys(rest).filter((name) => Object.hasOwn(params, name)),
    'This is in the path already.',
  )
  const input = { ...rest, ...params }
  refuseUnspeakable(input)
  return {
    input: undirected(input),
    phone: phoneText === undefined ? undefined : parseInput(Guest, { phone: phoneText }).phone,
  }
}

const Guest = z.object({ phone })

/** No address or form of ours has as many fields. */
const mostPairs = 100

/** Reads `a=1&b=2`. An empty value counts as not given; a name given twice is refused by its name. */
export function readPairs(search: string): Record<string, string> {
  const pairs: Record<string, string> = {}
  if (search.split('&', mostPairs + 1).length > mostPairs)
    throw refuse('invalid_input', { detail: 'There are too many fields.' })
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(pairs, name)) refuseNames([name], 'This is given twice.')
    if (name in Object.prototype) refuseNames([name], 'This name cannot be used.')
    pairs[name] = value
  }
  return Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== ''))
}

function take(pairs: Record<string, string>, name: string): string | undefined {
  const value = pairs[name]
  delete pairs[name]
  return value
}

/** Only JSON that says so is read: a body of another type never gets further than here. */
function readBody(call: Call): Record<string, unknown> {
  const type = call.headers['content-type']
  const empty = call.body === undefined || call.body.length === 0
  if (empty && type === undefined) return {}
  const isJson = typeof type === 'string' && /^application\/json(; ?charset=utf-8)?$/i.test(type)
  if (!isJson || call.headers['content-encoding'] !== undefined)
    throw refuse('unsupported_media_type')
  return empty ? {} : readJson(call.body ?? new Uint8Array())
}

function signatureOf(call: Call): string {
  const name = signatureHeader(call.params['provider'])
  const given = name && call.headers[name]
  return typeof given === 'string' ? given : ''
}

/** Throws `invalid_input` where NUL or half a character stands in what was sent: no column could store it. */
export function refuseUnspeakable(input: Record<string, unknown>): void {
  refuseNames(unspeakable(input), 'Some of these characters cannot be used.')
}

function unspeakable(input: Record<string, unknown>): string[] {
  const isBad = (value: unknown): boolean =>
    typeof value === 'string'
      ? value.includes('\0') || !value.isWellFormed()
      : typeof value === 'object' && value !== null && Object.entries(value).flat().some(isBad)
  return Object.keys(input).filter((name) => isBad(name) || isBad(input[name]))
}

/** Embeddings, overrides and isolates of the direction of text, which pasted text carries and nobody sees. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g

/** The same without marks that would turn the words beside a name around, in HTML as on paper. */
function undirected<T>(value: T): T
function undirected(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(directions, '')
  if (Array.isArray(value)) return value.map(undirected)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, undirected(one)]))
}

function refuseNames(names: string[], sentence: string): void {
  if (names.length === 0) return
  const fields = Object.fromEntries(names.slice(0, 50).map((name) => [name.slice(0, 80), sentence]))
  throw refuse('invalid_input', { fields })
}
