import { guestOwner } from '#contract/storage'
import { deleteDatabase } from './database.ts'
import { forgetOwner, getCurrentOwner, restoreOwner } from './owner.ts'
import { type DeviceStore, openStore } from './store.ts'
import { listStoreKinds } from './store-kinds.ts'

/**
 * Opens a database of this phone's owner. It includes what they stored as a guest, such as a form that they filled or a
 * ticket that they bought before the login.
 */
export function openOwnerStore(name: string): DeviceStore {
  const stores = new Map<string, DeviceStore>()
  const storeOf = (owner: string) => {
    const store = stores.get(owner) ?? openStore(name, owner)
    stores.set(owner, store)
    return store
  }
  const own = () => storeOf(getCurrentOwner())
  const both = () => [...new Set([storeOf(guestOwner), own()])]
  const all = async (act: (store: DeviceStore) => Promise<boolean>) =>
    (await Promise.all(both().map(act))).every(Boolean)
  return {
    async get<T>(key: string) {
      await restoreOwner()
      const [first, ...rest] = both().reverse()
      return (await first?.get<T>(key)) ?? rest[0]?.get<T>(key)
    },
    set: (key, value) => own().set(key, value),
    delete: (key) => all((store) => store.delete(key)),
    async change(key, next) {
      const known = await Promise.all(both().map((store) => store.get(key)))
      const where = both().filter((_, at) => known[at] !== undefined)
      const stores = where.length > 0 ? where : [own()]
      return (await Promise.all(stores.map((store) => store.change(key, next)))).every(Boolean)
    },
    async entries<T>() {
      await restoreOwner()
      const lists = await Promise.all(both().map((store) => store.entries<T>()))
      return [...new Map(lists.flat())]
    },
    isUnreadable: () => both().some((store) => store.isUnreadable()),
    clear: () => all((store) => store.clear()),
  }
}

/** How long a logout waits for each database, ms. */
const timeout_ms = 2000

/** Deletes everything that a person stored on this phone, but nothing that belongs to the phone. Never rejects. */
export async function clearStores(owner: string): Promise<void> {
  const names = [...listStoreKinds()].flatMap(([name, facts]) =>
    facts.of === 'person' ? [name] : [],
  )
  await Promise.all([
    forgetOwner(timeout_ms),
    ...names.map((name) => openStore(name, owner).clear()),
  ])
  if (owner !== guestOwner)
    await Promise.all(names.map((name) => deleteDatabase(`${name}-${owner}`, timeout_ms)))
}
