import type { BoardingScan, ManifestSeat } from '#contract/boarding/model'
import { getManifest } from '#contract/boarding/endpoints'
import type { Scope } from '#contract/scopes'
import { sql } from '#server/db/sql'
import { makeOperatorApiKey, makeStaffApiKey } from '#server/rooms/operators'
import type { Caller, TestServer } from '#tests/support/server/test-server'

/** Returns a caller with a new key of an operator, with all scopes of operators or only these. */
export async function anOperatorKey(
  { db }: Pick<TestServer, 'db'>,
  operator_id: string,
  scopes: readonly Scope[] = [
    'boarding',
    'counter',
    'drawers',
    'claims',
    'charters',
    'invoices',
    'departures',
    'reviews',
    'support',
    'directory',
  ],
): Promise<Required<Pick<Caller, 'token'>>> {
  const { rows } = await sql<{ code: string }>`
    select code from operator where id = ${operator_id}`.execute(db)
  return { token: await makeOperatorApiKey(db, rows[0]?.code ?? '', 'Test', scopes) }
}

/** Returns a caller with a new key of our own staff. */
export async function aStaffKey(
  { db }: Pick<TestServer, 'db'>,
  scopes: readonly Scope[] = ['claims', 'finance', 'invoices', 'reviews'],
): Promise<Required<Pick<Caller, 'token'>>> {
  return { token: await makeStaffApiKey(db, 'Test', scopes) }
}

/** Reads the seats of a departure as its operator sees them. */
export async function fetchManifestSeats(
  server: TestServer,
  id: string,
  as: Caller,
): Promise<ManifestSeat[]> {
  const { data, text, status } = await server.call(getManifest, { id }, { as })
  if (status !== 200) throw new Error(text)
  return data.seats
}

/** Makes a scan of a valid ticket by a boarding phone, a minute ago; `over` replaces its fields. */
export function aScan(
  trip_id: string,
  { ticket_id, seat, issue }: Pick<ManifestSeat, 'ticket_id' | 'seat' | 'issue'>,
  over: Partial<BoardingScan> = {},
): BoardingScan {
  return {
    id: crypto.randomUUID(),
    trip_id,
    ticket_id,
    seat,
    issue,
    verdict: 'valid',
    scanned_at: new Date(Date.now() - 60_000).toISOString(),
    device: crypto.randomUUID(),
    ...over,
  }
}
