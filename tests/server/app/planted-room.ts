import { join } from 'node:path'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { text } from '#contract/shapes'
import { endpointsByRoom as contract } from '#contract/all'
import { groupEndpointsByRoom } from '#server/app'
import type { Db } from '#server/db/client'
import { readFunctions } from '#server/db/functions'
import { migrate, readMigrations, readSchema } from '#server/db/migrate'
import { sql } from '#server/db/sql'
import { bindEndpoint } from '#server/http/serve'
import { exclusiveSchedulePlan } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { requireUser } from '#server/rooms/accounts'
import { listRooms } from '#server/rooms'

/* A fixture room that the product does not have: private notes. */

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    'planted.sweep': Record<string, never>
  }
}

const Note = z.object({ words: z.string(), characters: z.int() })

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

/** Migrates a database as if the room were part of the product: its table by a migration, and its SQL functions. */
export async function migrateWithPlanted(url: string): Promise<void> {
  const folder = join(import.meta.dirname, 'planted-room')
  const { migrations, functions } = readSchema()
  await migrate(url, {
    migrations: [...migrations, ...readMigrations(join(folder, 'migrations'))],
    functions: [...functions, ...readFunctions([join(folder, 'sql')])],
  })
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
      const { rows } = await sql<{ characters: number }>`
        select write_planted_note(${user_id}::uuid, ${words}) as characters`.execute(ctx.db)
      return { words, characters: rows[0]?.characters ?? 0 }
    }),
  ],
  plans: { 'planted.sweep': exclusiveSchedulePlan },
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

/** All rooms with the fixture room added: one line in the server's list, one in the contract's. */
export const productWithPlantedRoom = {
  rooms: listRooms([planted]),
  endpoints: { ...groupEndpointsByRoom({ ...contract, planted: { keepNote } }) },
}
