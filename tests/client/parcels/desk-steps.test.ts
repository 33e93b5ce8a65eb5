import { expect, test } from 'vitest'
import { parcelEventKinds, type ParcelState } from '#contract/parcels/rules'
import { readScannedNumber } from '#src/features/parcels/desk/scanned-number.ts'
import { findNextStep, listOtherSteps } from '#src/features/parcels/desk/steps.ts'

const at = (reached: ParcelState, to_place = 'Utako', state = reached) => ({
  state,
  reached,
  to_place,
})

test('each state of a parcel has one next step, and an ended parcel none', () => {
  const steps = (['paid', ...parcelEventKinds, 'cancelled'] as const)
    .filter((state) => !['on_hold', 'damaged', 'lost'].includes(state))
    .map((state) => [state, findNextStep(at(state))])
  expect(Object.fromEntries(steps)).toEqual({
    paid: 'received',
    received: 'loaded',
    loaded: 'ready_for_pickup',
    in_transit: 'ready_for_pickup',
    at_hub: 'ready_for_pickup',
    ready_for_pickup: 'delivered',
    out_for_delivery: 'delivered',
    return_in_transit: 'returned',
    delivered: undefined,
    returned: undefined,
    cancelled: undefined,
  })
})

test('a parcel to a door goes to the rider, and a held one goes on from where it is', () => {
  expect(findNextStep(at('loaded', 'Door in Abuja'))).toBe('out_for_delivery')
  expect(findNextStep(at('received', 'Utako', 'on_hold'))).toBe('loaded')
  expect(findNextStep(at('ready_for_pickup', 'Utako', 'lost'))).toBe('delivered')
})

test('only a parcel that was taken in is damaged or lost, and only one that arrived is sent back', () => {
  expect(listOtherSteps(at('paid'))).toEqual(['on_hold'])
  expect(listOtherSteps(at('loaded'))).toEqual(['on_hold', 'damaged', 'lost'])
  expect(listOtherSteps(at('ready_for_pickup', 'Utako', 'damaged'))).toEqual([
    'on_hold',
    'lost',
    'return_in_transit',
  ])
  expect(listOtherSteps(at('delivered'))).toEqual([])
})

test('a parcel that nobody scanned on its bus can arrive all the same', () => {
  expect(listOtherSteps(at('received'))).toEqual(['ready_for_pickup', 'on_hold', 'damaged', 'lost'])
  expect(listOtherSteps(at('received', 'Door in Abuja'))[0]).toBe('out_for_delivery')
})

test('a scanner may read the link of a waybill or its number', () => {
  expect(readScannedNumber('https://waka.ng/track-parcel?id=R70DBMHF0D8')).toBe('R70DBMHF0D8')
  expect(readScannedNumber(' R70DBMHF0D8\n')).toBe('R70DBMHF0D8')
  expect(readScannedNumber('0803 123 4567')).toBe('0803 123 4567')
})
