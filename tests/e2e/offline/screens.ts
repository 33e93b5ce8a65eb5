import type { Page } from '@playwright/test'
import { supportBusiness } from '#contract/support/rules'
import { openBoughtTicket, aPaidParcel, callApi } from '#tests/e2e/fixtures/purchases'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { dayAhead } from '#tests/e2e/fixtures/steps'

/** What a screen shows once it has its data. */
type ScreenCheck = readonly [
  'link' | 'list' | 'img' | 'heading' | 'button' | 'region',
  RegExp | string,
]

/** A screen that stores its data: its name, its URL, and what it shows once it has its data. */
type StoredScreen = [name: string, path: string, seen: ScreenCheck]

/** Returns what a screen shows once it has its data. */
export const findOnScreen = (page: Page, [role, name]: ScreenCheck) =>
  page.getByRole(role, { name }).first()

/**
 * Logs a new person in, makes data for every screen that stores some, and returns one element of each that needs its
 * data.
 */
export async function makeStoredScreens(page: Page): Promise<StoredScreen[]> {
  const { session } = await logInNewPerson(page)
  const { token } = session
  const { request } = page.context()
  const { reference, booking } = await openBoughtTicket(page, { token })
  const { tracking_id } = await aPaidParcel(request, token)
  const ngozi = {
    full_name: 'Ngozi Okonkwo',
    passenger_type: 'adult',
    gender: 'female',
    address: '4 Aminu Kano Crescent, Wuse',
  }
  const talk = { token, data: { business_id: supportBusiness } }
  const { id } = await callApi<{ id: string }>(request, 'POST', '/conversations', talk)
  const message = { token, data: { body: 'Is there a bus on Sunday?' } }
  await callApi(request, 'POST', `/conversations/${id}/messages`, message)
  await callApi(request, 'POST', '/profile/travellers', { token, data: ngozi })
  const road = `from=lagos&to=abuja&date=${dayAhead(4)}`
  return [
    ['start', '/', ['link', /^Your next trip/]],
    ['results', `/bookride?${road}`, ['list', 'Trips']],
    ['trip', `/bookride/details?trip=${booking.trip.id}`, ['button', /^Seat \d/]],
    ['my trips', '/profile/trip', ['link', 'Show ticket']],
    ['ticket', `/ticket/${reference}`, ['img', /^Ticket code of/]],
    ['a parcel', `/track-parcel?id=${tracking_id}`, ['list', 'Route of this parcel']],
    ['a waybill', `/waybill/summary?parcel=${tracking_id}`, ['heading', /Lagos|Abuja|Jibowu/]],
    ['fuel', '/fuel-price', ['heading', /^Petrol in/]],
    ['reviews', '/reviews', ['list', 'Reviews']],
    ['wallet', '/profile/wallet', ['region', 'Balance']],
    ['messages', '/profile/messages', ['list', 'Conversations']],
    ['send a parcel', '/send-parcel', ['heading', 'From where to where?']],
    ['travellers', '/profile/travellers', ['heading', /Ngozi/]],
    ['rewards', '/profile/rewards', ['heading', 'Rewards']],
  ]
}

/** Further screens of travellers, with or without data of their own. */
export const otherScreens = [
  '/profile',
  '/profile/details',
  '/profile/transaction',
  '/profile/travel-request',
  '/brands',
  '/bookride/lagos-to-abuja',
  '/ride-board/motor-park/lagos-jibowu',
  '/charter-marketplace',
  '/businesses',
  '/phone',
] as const
