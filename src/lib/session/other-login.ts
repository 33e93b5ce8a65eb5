import { guestOwner } from '#contract/storage'
import { read, write } from '#lib/device'
import { restoreOwner } from '#lib/device/owner'
import { type DeviceStore, openStore } from '#lib/device/store'
import { loginFormNames } from '#lib/drafts'

/**
 * Before another person, `next`, logs in: deletes this phone's proofs of bookings from the databases, as the login does
 * in local storage, and moves what its owner stored as a guest into the owner's own stores. The push messages that a
 * guest asked for become the owner's, too, so that the next start ends them. Deletes the text of login forms. Never
 * rejects.
 */
export async function preparePhoneForNextLogin(next: string): Promise<void> {
  await restoreOwner()
  const owner = read('owner')
  if (owner === undefined || owner === next) return
  const told = read('told')
  if (told?.owner === guestOwner) write('told', { ...told, owner })
  const drafts = openStore('drafts', owner)
  await Promise.all([
    ...[guestOwner, owner].map((one) => openStore('proofs', one).clear()),
    moveEntries(openStore('vault', guestOwner), openStore('vault', owner)),
    moveEntries(openStore('drafts', guestOwner), drafts),
  ])
  await Promise.all([...loginFormNames].map((name) => drafts.delete(name)))
}

/** Moves all entries. One that is in both stays as it is in `to`; one that cannot be moved stays where it is. */
async function moveEntries(from: DeviceStore, to: DeviceStore): Promise<void> {
  for (const [key, entry] of await from.entries())
    if (await to.change(key, (there) => there ?? entry)) await from.delete(key)
}
