import type { CallInput } from '#contract/endpoint'
import type { allotSeats } from '#contract/counter/endpoints'
import { CallError } from '#lib/api'
import { serverNow } from '#lib/clock'
import { getCurrentOwner } from '#lib/device/owner'
import { changeAllotment } from './allotments.ts'
import { isRefusal, requestAllotment } from './counter-report.ts'

const notStored =
  'This phone could not save it: its storage is full or switched off. Nothing was set aside.'

/**
 * Sets seats aside for this phone, and stores their tickets. The request is stored before it is sent: if its answer is
 * lost, this phone asks again with the same key. A refused request is deleted. Throws `CallError`.
 */
export async function allotSeatsToPhone(
  input: CallInput<typeof allotSeats>,
  key: string,
): Promise<void> {
  const isStored = await changeAllotment(
    key,
    (known) =>
      known ?? {
        id: key,
        owner: getCurrentOwner(),
        asked: input,
        asked_at: serverNow(),
        sales: [],
        releases: [],
      },
  )
  if (!isStored) throw new CallError({ detail: notStored })
  try {
    await requestAllotment(key, input, getCurrentOwner())
  } catch (error) {
    // The form shows the refusal, so the request is no longer needed.
    if (isRefusal(error)) await changeAllotment(key, () => undefined)
    throw error
  }
}
