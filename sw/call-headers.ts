declare const self: { cookieStore?: CookieStore }

/** Returns the token of this phone's login, if the browser lets workers read cookies. */
const readToken = async () => (await self.cookieStore?.get('jwt').catch(() => null))?.value

/** Returns the headers that every call to the API has: JSON, and the bearer token where there is one. */
export function makeHeaders(token: string | undefined): Record<string, string> {
  const json = { Accept: 'application/json', 'Content-Type': 'application/json' }
  if (token !== undefined) return { ...json, Authorization: `Bearer ${token}` }
  console.info('No token found, request will be unauthorized')
  return json
}

/**
 * Sends a call that the worker makes itself, with the headers of `makeHeaders`. These calls need no login, so if the
 * server refuses the token, the call is repeated without it.
 */
export async function fetchWithToken(
  send: (headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  const token = await readToken()
  const response = await send(makeHeaders(token))
  return response.status === 401 && token !== undefined ? send(makeHeaders(undefined)) : response
}
