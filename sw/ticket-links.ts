import { storeNames } from '#contract/storage'
import { withStore } from './stores.ts'

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

async function search(code: string): Promise<string | undefined> {
  const { vault } = storeNames
  let found: string | undefined
  for (const { name = '' } of await indexedDB.databases())
    if (name.startsWith(`${vault}-`))
      await withStore(vault, name.slice(vault.length + 1), async (store) => {
        const entry = (await store.all<TicketEntry | null>()).find((one) =>
          hasLiveTicket(one, code),
        )
        if (typeof entry?.reference === 'string') found ??= entry.reference
      })
  return found && `/ticket/${encodeURIComponent(found)}`
}
