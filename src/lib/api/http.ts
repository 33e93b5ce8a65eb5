import { wasPageTouched } from '#lib/idle'
import type { ApiResponse, ApiRequest } from './types.ts'

/**
 * Sends a request; only #lib/api uses it. Before the first touch, reads use fetch, so that the phone does not have
 * to parse axios.
 */
export async function sendApiRequest(question: ApiRequest): Promise<ApiResponse> {
  if (question.method === 'GET' && !wasPageTouched()) return sendPlainly(question)
  const { sendWithAxios } = await import('./axios.ts')
  return sendWithAxios(question)
}

async function sendPlainly(question: ApiRequest): Promise<ApiResponse> {
  const control = new AbortController()
  const stop = () => control.abort()
  const timer = setTimeout(stop, question.timeout_ms)
  question.signal.addEventListener('abort', stop)
  if (question.signal.aborted) stop()
  try {
    const response = await fetch(
      new Request(new URL(question.url, location.origin), {
        headers: question.headers,
        signal: control.signal,
        credentials: 'include',
        cache: question.cache,
      }),
    )
    const body = question.file === true ? await response.blob() : await response.text()
    return { status: response.status, headers: Object.fromEntries(response.headers), body }
  } finally {
    clearTimeout(timer)
  }
}
