import { beforeEach, expect, test, vi } from 'vitest'
import { IDBFactory } from 'fake-indexeddb'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

const desk = {
  key: 'op_key',
  by: 'Musa',
  date: '2026-11-21',
  park: 'jibowu',
  departures: [],
  keys: [],
  saved_at: 0,
}
/** Opens the boarding screen's data in a new tab. */
async function openTab() {
  vi.resetModules()
  await registerAllRooms()
  return import('#src/features/boarding/store.ts')
}
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

test('a key that was forgotten in one tab is forgotten in the other', async () => {
  const one = await openTab()
  await one.storeAttendant(desk)
  const other = await openTab()
  await other.loadBoardingData()
  expect(other.readBoardingData().desk?.key).toBe('op_key')
  await other.deleteBoardingData()
  await one.loadBoardingData()
  expect(one.readBoardingData().desk).toBeUndefined()
  expect(one.readBoardingData().is_ready).toBe(true)
})

test('a check that is stored while the data is read counts', async () => {
  const { loadBoardingData, readBoardingData, storeAttendant, storeCheck } = await openTab()
  await storeAttendant(desk)
  const scan = {
    id: crypto.randomUUID(),
    ticket_id: 'ticket',
    trip_id: 'trip',
    seat: 7,
    issue: 1,
    verdict: 'valid',
    scanned_at: new Date().toISOString(),
    device: 'phone',
  } as const
  const reading = loadBoardingData()
  await storeCheck({ scan, passenger: 'Ada Eze' })
  await reading
  expect(readBoardingData().checks).toMatchObject([{ scan: { id: scan.id } }])
})

test('what is forgotten while it is read stays forgotten', async () => {
  const { deleteBoardingData, loadBoardingData, readBoardingData, storeAttendant } = await openTab()
  await storeAttendant(desk)
  const reading = loadBoardingData()
  await deleteBoardingData()
  await reading
  expect(readBoardingData().desk).toBeUndefined()
})

/** Lets the phone open no database and write to none. */
function breakStorage() {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Access is denied.', 'SecurityError')
  })
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The database is gone.', 'InvalidStateError')
  })
}

test('a key stays in memory if the phone reads or stores nothing', async () => {
  const { loadBoardingData, readBoardingData, storeAttendant } = await openTab()
  await storeAttendant(desk)
  breakStorage()
  await loadBoardingData()
  expect(readBoardingData().desk?.key).toBe('op_key')
})

test('a key that could not be written stays in memory, although an earlier one was deleted', async () => {
  const { deleteBoardingData, loadBoardingData, readBoardingData, storeAttendant } = await openTab()
  await storeAttendant(desk)
  await deleteBoardingData()
  await loadBoardingData()
  expect(readBoardingData().desk).toBeUndefined()
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  const noSpare = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  await storeAttendant({ ...desk, key: 'op_second' })
  expect(readBoardingData().is_safe).toBe(false)
  full.mockRestore()
  noSpare.mockRestore()
  await loadBoardingData()
  expect(readBoardingData().desk?.key).toBe('op_second')
})
