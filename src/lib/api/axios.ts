import axios, { isAxiosError } from 'axios'
import { CallError } from '#lib/api/error'
import type { ApiResponse, ApiRequest } from './types.ts'

const client = axios.create({
  adapter: 'fetch',
  withCredentials: true,
  transformResponse: (raw: unknown) => raw,
})

// Return refusals as answers. An error without a response gets status 400, as the specification demands.
client.interceptors.response.use(null, (error: unknown) => {
  if (isAxiosError(error) && error.response !== undefined) return error.response
  throw new CallError({ is_offline: true })
})

/** Sends a request with axios. Only http.ts uses it, and loads this file on demand. */
export async function sendWithAxios(question: ApiRequest): Promise<ApiResponse> {
  const { status, headers, data } = await client.request<unknown>({
    method: question.method,
    url: new URL(question.url, location.origin).href,
    headers: question.headers,
    data: question.body,
    signal: question.signal,
    timeout: question.timeout_ms,
    fetchOptions: { cache: question.cache },
    responseType: question.file === true ? 'blob' : 'text',
  })
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  return { status, headers: Object.fromEntries(entries), body: data }
}
