import { expect, test } from 'vitest'
import { errorTable, type ErrorCode } from '#contract/errors'
import { CallError } from '#lib/api'
import { queryClient as app } from '#src/app/query-client.ts'
import { deskQueryClient as desk } from '#src/desk/query-client.ts'

const codes = Object.keys(errorTable) as ErrorCode[]
const statusOf = (code: ErrorCode) => errorTable[code][0]
const refusals = codes.map((code) => new CallError({ code, status: statusOf(code) }))
const silence = new CallError({ is_offline: true })

test.for([
  ['the app', app],
  ['the desk', desk],
] as const)('%s retries silence and 5xx three times, and no refusal', ([, client]) => {
  const { retry } = client.getDefaultOptions().queries ?? {}
  if (typeof retry !== 'function') throw new Error('there is a rule')
  const attemptsAt = (error: Error) => [0, 1, 2, 3, 4].filter((failures) => retry(failures, error))
  expect(silence.status).toBe(400)
  expect(attemptsAt(silence)).toEqual([0, 1, 2])
  for (const refusal of refusals)
    expect([refusal.code, attemptsAt(refusal)]).toEqual([
      refusal.code,
      refusal.status >= 500 ? [0, 1, 2] : [],
    ])
  expect(attemptsAt(new Error('a fault of ours'))).toEqual([])
})

test.for([
  ['the app', app],
  ['the desk', desk],
] as const)('%s waits from 1 second, doubled up to 30 seconds', ([, client]) => {
  const { retryDelay } = client.getDefaultOptions().queries ?? {}
  if (typeof retryDelay !== 'function') throw new Error('there is a rule')
  expect([0, 1, 2, 3, 4, 5, 6, 20].map((failures) => retryDelay(failures, silence))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})
