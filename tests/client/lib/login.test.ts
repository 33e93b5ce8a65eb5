import cookies from 'js-cookie'
import { expect, test, vi } from 'vitest'
import type { User } from '#contract/profile/model'
import { parseLifetime, loginAuth } from '#lib/session/login'
import { readStoredUser } from '#lib/session'

const ada = { id: 'ada', full_name: 'Ada Eze' } as User

test.for([
  ['1 second', 1],
  ['2 seconds', 2],
  ['45 seconds', 45],
  ['1 minute', 60],
  ['2 minutes', 120],
  ['30 minutes', 1800],
  ['1 hour', 3600],
  ['2 hours', 7200],
  ['1 day', 86_400],
  ['2 days', 172_800],
  ['3 days', 259_200],
  ['1 week', 604_800],
  ['2 weeks', 1_209_600],
] as const)('%s are so many seconds', ([text, seconds]) => {
  expect(parseLifetime(text)).toBe(seconds)
})

test.for(['', '30', 'minutes', '0 minutes', '-1 hours', '1.5 hours', '2 months', ' 1 hour'])(
  '"%s" is no lifetime',
  (text) => {
    expect(() => parseLifetime(text)).toThrow(RangeError)
  },
)

test('a login stands in local storage and in the cookie jwt, as the specification has it', () => {
  expect(loginAuth({ token: 'one', expires_in: '30 minutes', user: ada })).toBe(true)
  expect(localStorage.getItem('token')).toBe('one')
  expect(document.cookie).toContain('jwt=one')
  expect(readStoredUser()?.id).toBe('ada')
})

test.for([undefined, {}, { expires_in: '30 minutes', user: ada }])(
  'a login without a token is not stored, and the console says so',
  (login) => {
    expect(loginAuth(login)).toBe(false)
    expect(console.info).toHaveBeenCalledWith('No token provided to loginAuth')
    expect({ ...localStorage }).toEqual({})
    expect(document.cookie).toBe('')
  },
)

test.for([
  ['https:', true],
  ['http:', false],
] as const)('over %s the cookie jwt is Secure: %s', ([protocol, secure]) => {
  vi.stubGlobal('location', { ...location, protocol })
  const set = vi.spyOn(cookies, 'set')
  loginAuth({ token: 'one', expires_in: '30 minutes' })
  const [, , flags] = set.mock.calls[0] ?? []
  expect(flags).toMatchObject({ path: '/', sameSite: 'strict' })
  expect(flags?.secure ?? false).toBe(secure)
  vi.unstubAllGlobals()
})
