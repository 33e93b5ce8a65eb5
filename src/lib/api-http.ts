import axios, { type AxiosResponse } from 'axios'

/** A question on the wire. `url` is below the origin. */
export interface Question {
  method: string
  url: string
  headers: Record<string, string>
  body?: unknown
  signal: AbortSignal
  file?: boolean
  /** A list. The browser keeps it, too, but asks each time whether it still holds, which costs next to nothing. */
  is_list?: boolean
}

/** The bare answer: any status resolves; no answer rejects. */
export interface BareAnswer {
  status: number
  headers: Record<string, string>
  body: unknown
}

const client = axios.create({
  validateStatus: () => true,
  adapter: 'fetch',
  withCredentials: true,
})

/** Sends one question. Loaded after the first paint; only #lib/api speaks to it. */
export async function send(question: Question): Promise<BareAnswer> {
  const response: AxiosResponse<unknown> = await client.request({
    method: question.method,
    url: new URL(question.url, location.origin).href,
    headers: question.headers,
    data: question.body,
    signal: question.signal,
    ...(question.is_list === true && { fetchOptions: { cache: 'no-cache' } }),
    responseType: question.file === true ? 'blob' : 'text',
    transformResponse: (raw: unknown) => raw,
  })
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  return { status: response.status, headers, body: response.data }
}
