import axios, { type AxiosResponse } from 'axios'
import type { ApiResponse, ApiRequest } from './types.ts'

const client = axios.create({
  validateStatus: () => true,
  adapter: 'fetch',
  withCredentials: true,
})

/** Sends a request with axios. Loaded before the first touch is answered; only http.ts uses it. */
export async function sendByAxios(question: ApiRequest): Promise<ApiResponse> {
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
