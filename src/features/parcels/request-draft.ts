import { formatPhone, parsePhone, phoneFormatMessage } from '#contract/phone'
import { parcelDetailFields } from '#contract/parcels/rules'
import type { CreateParcelInput } from '#contract/parcels/model'
import type { ParcelDetails } from '#contract/parcels/details'
import type { User } from '#contract/profile/model'
import { removeItem, useStored, write } from '#lib/device'
import { flushDrafts, useDraft } from '#lib/drafts'
import { type OutboxItem, removeFromOutbox } from '#lib/outbox'
import { readStoredUser } from '#lib/session'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ParcelData } from './parcel-draft.ts'

/** The sender, the receiver and the contents, as typed. */
export interface ParcelRequestDraft {
  sender: { full_name: string; phone: string }
  receiver: { full_name: string; phone: string }
  contents: string
  /** Missing in drafts of older versions. */
  details?: ParcelDetails
  nothing_prohibited: boolean
  /** The addresses for collection from and delivery to a door. */
  drop_off: string
  pick_up: string
}

const nobody = { full_name: '', phone: '' }

function newRequest(user: User | undefined): ParcelRequestDraft {
  const phone = user?.phone ?? ''
  return {
    sender: user === undefined ? nobody : { full_name: user.full_name, phone: formatPhone(phone) },
    receiver: nobody,
    contents: '',
    nothing_prohibited: false,
    drop_off: '',
    pick_up: '',
  }
}

/**
 * Returns the draft of a request. The photo is a separate draft, so that it is not written again with each keystroke.
 */
export function useRequestDraft() {
  const request = useDraft('parcel-request', newRequest(readStoredUser()), {
    'details?': { '*': 'string' },
  })
  const photo = useDraft('parcel-photo', '')
  return { request, photo, is_ready: request.is_ready && photo.is_ready }
}

/** Returns the part of the input of `createParcel` that this form asks for, and the errors by field. */
export function makeParcelRequestInput(parcel: ParcelData, draft: ParcelRequestDraft) {
  const fields: Record<string, string> = {}
  const person = (who: 'sender' | 'receiver') => {
    const full_name = draft[who].full_name.trim()
    const phone = parsePhone(draft[who].phone)
    if (full_name.length < 2) fields[`${who}.full_name`] = 'Enter the name.'
    if (phone === undefined) fields[`${who}.phone`] = phoneFormatMessage
    return { full_name, phone: phone ?? '' }
  }
  const end = (which: 'drop_off' | 'pick_up') => {
    const { at, location } = parcel[which]
    if (at === 'park') return { at, location }
    const address = draft[which].trim()
    if (address.length < 5)
      fields[`${which}.address`] = 'Enter the address, with its street and area.'
    return { at, address }
  }
  const contents = draft.contents.trim()
  const said = parcelDetailFields
    .map(({ name }) => [name, draft.details?.[name]?.trim() ?? ''])
    .filter(([, words]) => words !== '')
  if (contents.length < 3) fields['contents'] = 'Say what is in it.'
  if (!draft.nothing_prohibited)
    fields['nothing_prohibited'] = 'Confirm that nothing in it is prohibited.'
  const input = {
    sender: person('sender'),
    receiver: person('receiver'),
    contents,
    ...(Object.fromEntries(said) as ParcelDetails),
    nothing_prohibited: draft.nothing_prohibited,
    drop_off: end('drop_off'),
    pick_up: end('pick_up'),
  }
  return { input, fields }
}

/** The form of a request in the outbox, with the price that the user saw, in kobo. */
export interface ParcelRequestFormState {
  parcel: ParcelData
  shown_kobo: number
}

/** Returns the values that the form has when a request of the outbox is opened in it. */
function makeFormOfItem({ form, input: sent }: OutboxItem) {
  const { parcel, shown_kobo } = form as ParcelRequestFormState
  const input = sent as unknown as CreateParcelInput
  const { sender, receiver, contents, drop_off, pick_up, photo = '' } = input
  const shown = (one: CreateParcelInput['sender']) => ({ ...one, phone: formatPhone(one.phone) })
  const request: ParcelRequestDraft = {
    sender: shown(sender),
    receiver: shown(receiver),
    contents,
    details: Object.fromEntries(parcelDetailFields.map(({ name }) => [name, input[name]])),
    nothing_prohibited: true,
    drop_off: drop_off?.address ?? '',
    pick_up: pick_up.address ?? '',
  }
  return { parcel, shown_kobo, request, photo }
}

/** Returns everything that was typed, in a fixed order. The sender is left out, since the form fills it in. */
function listEnteredTexts(
  { receiver, contents, details, ...at }: ParcelRequestDraft,
  photo: string,
) {
  const detailTexts = parcelDetailFields.map(({ name }) => details?.[name] ?? '')
  return [
    receiver.full_name,
    receiver.phone,
    contents,
    ...detailTexts,
    at.drop_off,
    at.pick_up,
    photo,
  ]
}

/**
 * Returns a function that moves a request from the outbox back into the form, with the price that the user saw. The
 * form has one parcel at a time: `holds_other` tells, once `is_ready`, whether another one would be overwritten.
 */
export function useReopenParcelRequest(item: OutboxItem) {
  const { request, photo, is_ready } = useRequestDraft()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isOpening = useRef(false)
  const waiting = makeFormOfItem(item)

  const chosen = useStored('current_parcel_data')
  const entered = listEnteredTexts(request.value, photo.value)
  const isEmpty = chosen === undefined && entered.every((text) => text === '')
  const same = [waiting.parcel, ...listEnteredTexts(waiting.request, waiting.photo)]
  const holds_other = !isEmpty && JSON.stringify([chosen, ...entered]) !== JSON.stringify(same)

  async function open(): Promise<void> {
    // A second call would not find the item and would treat it as sent.
    if (isOpening.current) return
    isOpening.current = true
    write('current_parcel_data', waiting.parcel)
    request.change(waiting.request)
    photo.change(waiting.photo)
    void queries.invalidateQueries({ queryKey: ['quoteParcel'] })
    await flushDrafts()
    // Remove the item last. For a moment the request may exist twice, but it is never lost.
    if ((await removeFromOutbox(item.id)) === undefined) {
      await deleteRequestDraft({ request, photo })
      return
    }
    const state = { shown_kobo: waiting.shown_kobo }
    void navigate('/request-parcel/almostthere', { replace: true, state })
  }
  return { is_ready, holds_other, open }
}

/** Deletes the whole draft: form, photo, parcel and chosen bus, after the request was sent or stored in the outbox. */
export function deleteRequestDraft({
  request,
  photo,
}: Pick<ReturnType<typeof useRequestDraft>, 'request' | 'photo'>): Promise<unknown> {
  removeItem('current_parcel_data')
  removeItem('parcel_choice')
  return Promise.all([request.discard(), photo.discard()])
}
