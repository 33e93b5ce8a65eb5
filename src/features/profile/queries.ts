import {
  eraseProfile,
  exportProfile,
  exportProfilePdf,
  fetchProfile,
  keepProfile,
  updateProfile,
  addTraveller,
  adoptGuestBookings,
  listGuestBookings,
  listTravellers,
  removeTraveller,
  updateTraveller,
} from '#contract/profile/endpoints'
import { listBookings } from '#contract/bookings/endpoints'
import { type Traveller, TravellerInput, type User } from '#contract/profile/model'
import { product } from '#contract/product'
import { call, callFile, type CallInput } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { saveFile } from '#lib/browser'
import { storeUser } from '#lib/session'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { makeTravellerInput, type TravellerDraft } from './form-model.ts'

/** Query options for the user's profile. It is also stored on the phone. */
export const fetchProfileQuery = queryOptions({
  queryKey: ['fetchProfile'],
  queryFn: async ({ signal }) => {
    const user = await call(fetchProfile, {}, { signal })
    storeUser(user)
    return user
  },
  staleTime: 30_000,
  ...retention.month(fetchProfile.shape),
})

/** Stores the server's latest profile for all screens. */
export function storeProfile(queries: QueryClient, user: User): void {
  storeUser(user)
  queries.setQueryData(fetchProfileQuery.queryKey, user)
}

/** Changes the user's profile. Omitted fields are not changed. */
export const saveProfile = (input: CallInput<typeof updateProfile>) => call(updateProfile, input)

/** Query options for the user's saved travellers. Only for logged-in users. */
export const listTravellersQuery = queryOptions({
  queryKey: ['listTravellers'],
  queryFn: ({ signal }) => call(listTravellers, {}, { signal }),
  staleTime: 60_000,
  ...retention.month(listTravellers.shape),
})

/** `id`: of the traveller to change; undefined adds a new one. `key`: the idempotency key of the addition. */
export function saveTraveller(
  input: z.output<typeof TravellerInput>,
  id: string | undefined,
  key: string,
): Promise<Traveller> {
  return id === undefined
    ? call(addTraveller, input, { key })
    : call(updateTraveller, { id, ...input })
}

/**
 * Saves travellers of a booking for next time. The booking does not depend on it, so failures, such as a full list, are
 * ignored.
 */
export async function saveTravellers(
  queries: QueryClient,
  drafts: readonly TravellerDraft[],
): Promise<void> {
  const sent = await Promise.allSettled(
    drafts.map(async (draft) =>
      saveTraveller(
        TravellerInput.parse(makeTravellerInput(draft)),
        undefined,
        crypto.randomUUID(),
      ),
    ),
  )
  const saved = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  queries.setQueryData(listTravellersQuery.queryKey, (before) =>
    before && saved.length > 0 ? [...before, ...saved] : before,
  )
}

/** Deletes a saved traveller. The caller updates the list. */
export const deleteTraveller = (id: string) => call(removeTraveller, { id })

/**
 * Query options for bookings that were made without an account, with a verified phone number or email address of the
 * user.
 */
export const listGuestBookingsQuery = queryOptions({
  queryKey: ['listGuestBookings'],
  queryFn: ({ signal }) => call(listGuestBookings, {}, { signal }),
  staleTime: 60_000,
})

/**
 * Query options for the user's upcoming trips. Not stored on the phone, because an old list would not prove that there
 * is no other trip. Invalidated with the lists of the room bookings, which imports this room.
 */
export const listUpcomingQuery = queryOptions({
  queryKey: ['listBookings', 'upcoming', 'next'],
  queryFn: ({ signal }) => call(listBookings, { state: 'upcoming' }, { signal }),
  staleTime: 30_000,
})

/**
 * Query options for the user's past trips, latest first. Key and retention are those of the room bookings, which
 * imports this room, so that both show one stored list.
 */
export const listPastQuery = queryOptions({
  queryKey: ['listBookings', 'past'],
  queryFn: ({ signal }) => call(listBookings, { state: 'past' }, { signal }),
  staleTime: 30_000,
  ...retention.month(listBookings.shape),
})

/**
 * Adds bookings that were made without an account, with a verified phone number or email address of the user, to the
 * account.
 */
export const addGuestBookings = (key: string) => call(adoptGuestBookings, {}, { key })

/** Downloads everything that is stored about the user. */
export async function downloadMyData(kind: 'json' | 'pdf'): Promise<void> {
  if (kind === 'pdf') return saveFile(await callFile(exportProfilePdf, {}))
  const all = await call(exportProfile, {})
  saveFile(
    new File([JSON.stringify(all, null, 2)], `${product.slug}-my-data.json`, {
      type: 'application/json',
    }),
  )
}

/** Requests that the user's account is erased in 14 days. Every login ends immediately. */
export const requestErasure = (input: CallInput<typeof eraseProfile>) => call(eraseProfile, input)

/** Cancels the planned erasure of the account. Returns the profile. */
export const cancelErasure = () => call(keepProfile, {})
