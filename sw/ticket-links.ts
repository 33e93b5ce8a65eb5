import { guestOwner, ownerStore, storeNames } from '#contract/storage'
import { withOwnStore, withStore } from './stores.ts'

/** A ticket of the vault, with the codes of its links. */
interface TicketEntry {
  reference?: unknown
  tickets?: unknown
}

/** How long the phone may take to find a ticket, ms. */
const timeout_ms = 1500

/**
 * Returns the path of the ticket that a link (`/t/CODE`) opens; undefined if this phone does not have it, or knows that
 * it was cancelled or replaced. In that case, the page of our server says so; the screen of the app would show the
 * ticket of another traveller.
 */
export function findTicketPath(code: string): Promise<string | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeout_ms, undefined))
  return Promise.race([search(code).catch(() => undefined), late])
}

const hasLiveTicket = (entry: TicketEntry | null, code: string) =>
  Array.isArray(entry?.tickets) &&
  entry.tickets.some(
    (ticket: { code?: unknown; status?: unknown } | null) =>
      ticket?.code === code && ticket.status !== 'cancelled' && ticket.status !== 'reissued',
  )

/**
 * Searches the vaults that the screen of the app reads: that of the phone's owner, and tickets that were bought as a
 * guest. It opens no ticket of another person.
 */
async function search(code: string): Promise<string | undefined> {
  let owner: string | undefined
  await withStore(ownerStore, ownerStore, async (store) => {
    owner = await store.get<string>(ownerStore)
  })
  let found: unknown
  for (const one of new Set([owner ?? guestOwner, guestOwner]))
    await withOwnStore(storeNames.vault, one, async (store) => {
      const entries = await store.all<TicketEntry | null>()
      found ??= entries.find((entry) => hasLiveTicket(entry, code))?.reference
    })
  return typeof found === 'string' ? `/ticket/${encodeURIComponent(found)}` : undefined
}
