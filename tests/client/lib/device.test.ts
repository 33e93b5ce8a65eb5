import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

let device: typeof import('#lib/device')
let cookies: typeof import('#lib/device/cookies')
let storeProof: typeof import('#lib/session/proofs').storeProof
let getDeviceId: typeof import('#lib/device/id').getDeviceId
beforeEach(async () => {
  await registerAllRooms()
  device = await import('#lib/device')
  cookies = await import('#lib/device/cookies')
  ;({ storeProof } = await import('#lib/session/proofs'))
  ;({ getDeviceId } = await import('#lib/device/id'))
})
afterEach(() => vi.unstubAllGlobals())

/** Key, storage, and the name in the specification. */
const names = [
  ['user', 'local', 'user'],
  ['parcel_sizes', 'local', 'parcel-size'],
  ['parcel_locations', 'local', 'parcel-locations'],
  ['parcel_routes', 'local', 'parcel-route'],
  ['parcel_types', 'local', 'parcel-type'],
  ['parcel_add_ons', 'local', 'parcel-addon'],
  ['vehicle_types', 'local', 'vehicle-type'],
  ['fuel_stations', 'local', 'fuel-stations'],
  ['fuel_monitors', 'local', 'fuel-monitor'],
  ['currencies', 'local', 'currency-type'],
  ['service_types', 'local', 'service-type'],
  ['announcements', 'local', 'announcements'],
  ['current_parcel_data', 'local', 'current parcel data'],
  ['current_parcel_booking', 'local', 'current parcel booking'],
  ['cities', 'local', 'cities'],
  ['parcel_choice', 'session', 'current parcel choice'],
  ['current_booking', 'session', 'current booking'],
  ['location_choice', 'session', 'current location choice'],
] as const

const end = { code: 'lagos', name: 'Lagos' }
/** The minimal value under each key that stores no list. */
const values: Partial<Record<(typeof names)[number][0], object>> = {
  user: { id: 'x', full_name: 'Ada Eze' },
  current_parcel_data: {},
  current_parcel_booking: { tracking_id: 'X' },
  parcel_choice: { trip_id: 'X' },
  current_booking: { reference: 'X' },
  location_choice: { from: end, to: end, date: '2026-11-21', passengers: 1 },
}

test.each(names)('%s stands in %s storage under the name "%s"', (spot, area, name) => {
  const [here, there] =
    area === 'local' ? [localStorage, sessionStorage] : [sessionStorage, localStorage]
  const value = values[spot] ?? []
  expect(device.write(spot, value as never)).toBe(true)
  expect(here.getItem(name)).toBe(JSON.stringify(value))
  expect(there.getItem(name)).toBeNull()
  expect(device.read(spot)).toEqual(value)
  device.removeItem(spot)
  expect(here.getItem(name)).toBeNull()
})

test('the login and the consent are cookies with the names the specification gives', () => {
  cookies.writeCookie('jwt', 'abc.def.ghi', 1)
  cookies.writeCookie('consent', 'yes', 365)
  expect(document.cookie).toContain('jwt=abc.def.ghi')
  expect(document.cookie).toContain('consent=yes')
  expect(cookies.readCookie('jwt')).toBe('abc.def.ghi')
  cookies.removeCookie('jwt')
  expect(document.cookie).not.toContain('jwt')
})

test('"no user" is kept as these two words, not as JSON', () => {
  device.write('user', 'no user')
  expect(localStorage.getItem('user')).toBe('no user')
  expect(device.read('user')).toBe('no user')
})

test('what was never there is undefined, and what is unreadable never throws', () => {
  expect(device.read('cities')).toBeUndefined()
  localStorage.setItem('clock-skew', '{"half')
  expect(() => device.read('clock_skew')).not.toThrow()
})

test('a phone with storage switched off never throws, and is told that nothing was kept', () => {
  const off = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', new Proxy({}, { get: off }))
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: off }))
  expect(device.read('cities')).toBeUndefined()
  expect(device.write('cities', [])).toBe(false)
  expect(device.write('current_booking', { reference: 'x' })).toBe(false)
  expect(() => device.removeItem('cities')).not.toThrow()
  expect(() => storeProof('R', { phone: '+2348031234567' })).not.toThrow()
  expect(getDeviceId()).toMatch(/^[0-9a-f-]{36}$/)
})

test('a full phone says so', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(device.write('recent_searches', [])).toBe(false)
})

test('the phone keeps one name for itself', () => {
  const name = getDeviceId()
  expect(getDeviceId()).toBe(name)
  expect(localStorage.getItem('device-id')).toBe(name)
})

test('proofs of a booking add up: the token of the hold, then the phone of the contact', () => {
  storeProof('R1', { token: 't' })
  storeProof('R2', { token: 'u' })
  storeProof('R1', { phone: '+2348031234567' })
  expect(device.read('guest_proofs')).toEqual({
    R1: { token: 't', phone: '+2348031234567' },
    R2: { token: 'u' },
  })
})

test('a change is heard in this tab and from another, until nobody listens', () => {
  const heard = vi.fn()
  const stop = device.onDeviceChange('next_trips', heard)
  device.write('next_trips', [])
  device.write('cities', [])
  dispatchEvent(new StorageEvent('storage', { key: 'next-trips' }))
  dispatchEvent(new StorageEvent('storage', { key: 'cities' }))
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  device.write('next_trips', [])
  dispatchEvent(new StorageEvent('storage', { key: 'next-trips' }))
  expect(heard).toHaveBeenCalledTimes(2)
})
