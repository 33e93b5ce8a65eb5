import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { text } from '#contract/shapes'
import { rooms as contract } from '#contract/all'
import { endpointsByRoom } from '#server/app'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { bindEndpoint } from '#server/http/serve'
import { scheduledAlone } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { requireUser } from '#server/rooms/accounts'
import { makeRooms } from '#server/rooms'

/* A room that the product does not have: notes people keep for themselves. */

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    'planted.sweep': Record<string, never>
  }
}

const Note = z.object({ words: z.string() })

export const keepNote = endpoint({
  name: 'keepNote',
  summary: 'Keeps a note',
  method: 'POST',
  path: '/v1/{p}/planted-notes',
  access: 'user',
  input: z.strictObject({ words: text(1, 80) }),
  output: Note,
  refusals: [],
})

/** Its table, which a migration would make. */
export async function makeNotes(owner: Db): Promise<void> {
  await sql`create table planted_note (person_id uuid not null, words text not null, created_at timestamptz not null default now())`.execute(
    owner,
  )
  await sql`grant select, insert, delete on planted_note to public`.execute(owner)
}

const notesOf = async (db: Db, person_id: string) => {
  const { rows } = await sql<{ words: string }>`
    select words from planted_note where person_id = ${person_id}::uuid order by created_at`.execute(
    db,
  )
  return rows
}

const planted: Room = {
  routes: [
    bindEndpoint(keepNote, async (ctx, { words }) => {
      const { user_id } = requireUser(ctx)
      await sql`insert into planted_note values (${user_id}::uuid, ${words})`.execute(ctx.db)
      return { words }
    }),
  ],
  plans: { 'planted.sweep': scheduledAlone },
  jobs: ({ db }) => ({
    'planted.sweep': async () =>
      void (await sql`delete from planted_note where words = 'swept'`.execute(db)),
  }),
  personalData: {
    export: async ({ db }, person_id) => ({ more: { notes: await notesOf(db, person_id) } }),
    left: async (db, person_id) =>
      (await notesOf(db, person_id)).map(({ words }) => `the note ${words}`),
    forget: async (tx, person_id) =>
      void (await sql`delete from planted_note where person_id = ${person_id}::uuid`.execute(tx)),
    tidy: async (db) => void (await sql`delete from planted_note where words = 'old'`.execute(db)),
  },
}

/** All rooms and this one: one line in the server's list, one in the contract's. */
export const houseWithPlanted = {
  rooms: makeRooms([planted]),
  endpoints: { ...endpointsByRoom({ ...contract, planted: { keepNote } }) },
}
