import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { phone } from '#contract/shapes'
import { findSignatureHeader } from '#server/config/payment-settings'
import { parseInput } from './parse-input.ts'
import { parseJsonBody } from './parse-json-body.ts'

/** A request before its input is parsed. `params` are decoded path segments. */
export interface RawRequest {
  method: string
  params: Record<string, string>
  /** The query string, undecoded. */
  search: string
  headers: Record<string, string | string[] | undefined>
  body: Uint8Array | undefined
  /** The browser's refresh cookie, which only some endpoints read. */
  refresh_token?: string
  ip: string
  request_id: string
}

/** The input of a call before its schema is checked. `phone`: the phone number of a guest, from `?phone=`. */
export interface RawInput {
  input: Record<string, unknown>
  phone: string | undefined
}

/**
 * Joins path, query and body into the flat input of an endpoint, and separates the guest's `?phone=` from it. Throws
 * refusals with 400, 413 and 415. The endpoint's schema is checked later.
 */
export function parseRawInput(endpoint: Endpoint, call: RawRequest): RawInput {
  const { p: _product, ...params } = call.params
  if (endpoint.access === 'provider') {
    return {
      input: { ...params, raw: call.body ?? new Uint8Array(), signature: signatureOf(call) },
      phone: undefined,
    }
  }
  const query = parsePairs(call.search)
  const phoneText = endpoint.access === 'owner' ? take(query, 'phone') : undefined
  const inBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  if (inBody) refuseNames(Object.keys(query), 'This query parameter is not expected.')
  const rest = inBody ? readBody(call) : query
  refuseNames(
    Object.keys(rest).filter((name) => Object.hasOwn(params, name)),
    'This is in the path already.',
  )
  const input = { ...rest, ...params }
  refuseUnstorableText(input)
  return {
    input: stripBidiControls(input),
    phone: phoneText === undefined ? undefined : parseInput(Guest, { phone: phoneText }).phone,
  }
}

const Guest = z.object({ phone })

/** The maximum number of fields. No URL or form of ours has as many. */
const maxPairs = 100

/** Parses `a=1&b=2`. An empty value counts as missing, and a repeated name is refused. */
export function parsePairs(search: string): Record<string, string> {
  const pairs: Record<string, string> = {}
  if (search.split('&', maxPairs + 1).length > maxPairs)
    throw makeRefusal('invalid_input', { detail: 'There are too many fields.' })
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

/** Returns the JSON body, `{}` if it is empty. Throws `unsupported_media_type` for another type or an encoded body. */
function readBody(call: RawRequest): Record<string, unknown> {
  const type = call.headers['content-type']
  const empty = call.body === undefined || call.body.length === 0
  if (empty && type === undefined) return {}
  const isJson = typeof type === 'string' && /^application\/json(; ?charset=utf-8)?$/i.test(type)
  if (!isJson || call.headers['content-encoding'] !== undefined)
    throw makeRefusal('unsupported_media_type')
  return empty ? {} : parseJsonBody(call.body ?? new Uint8Array())
}

function signatureOf(call: RawRequest): string {
  const name = findSignatureHeader(call.params['provider'])
  const given = name && call.headers[name]
  return typeof given === 'string' ? given : ''
}

/** Throws `invalid_input` if the input contains NUL or half of a surrogate pair, which no column can store. */
export function refuseUnstorableText(input: Record<string, unknown>): void {
  refuseNames(listFieldsWithForbiddenCharacters(input), 'Some of these characters cannot be used.')
}

function listFieldsWithForbiddenCharacters(input: Record<string, unknown>): string[] {
  const isBad = (value: unknown): boolean =>
    typeof value === 'string'
      ? value.includes('\0') || !value.isWellFormed()
      : typeof value === 'object' && value !== null && Object.entries(value).flat().some(isBad)
  return Object.keys(input).filter((name) => isBad(name) || isBad(input[name]))
}

/** Characters that change the direction of text. Pasted text may contain them invisibly. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g

/** Removes `directions` from the input, since these characters would reverse the text next to a name. */
function stripBidiControls<T>(value: T): T
function stripBidiControls(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(directions, '')
  if (Array.isArray(value)) return value.map(stripBidiControls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, stripBidiControls(one)]),
  )
}

function refuseNames(names: string[], sentence: string): void {
  if (names.length === 0) return
  const fields = Object.fromEntries(names.slice(0, 50).map((name) => [name.slice(0, 80), sentence]))
  throw makeRefusal('invalid_input', { fields })
}
