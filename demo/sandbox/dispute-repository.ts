import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** A dispute at a stand-in, with its amount in kobo. */
export interface SandboxDispute {
  id: number
  charge_id: number
  amount_kobo: number
  status: 'open' | 'contested' | 'lost' | 'won'
  due_at: Date
}

const disputes = sql`select id, charge_id, amount_kobo, status, due_at from sandbox.dispute`

/** Opens a dispute about a transaction or a part of it. */
export async function openDispute(db: Db, charge_id: number, amount_kobo: number): Promise<void> {
  await sql`insert into sandbox.dispute (charge_id, amount_kobo) values (${charge_id}, ${amount_kobo}::bigint)`.execute(
    db,
  )
}

/** Decides the open disputes of a transaction. Returns them. */
export async function decideDisputes(
  db: Db,
  charge_id: number,
  status: 'lost' | 'won',
): Promise<SandboxDispute[]> {
  const { rows } = await sql<SandboxDispute>`update sandbox.dispute set status = ${status}
    where charge_id = ${charge_id} and status in ('open', 'contested')
    returning id, charge_id, amount_kobo, status, due_at`.execute(db)
  return rows
}

/** Returns the disputes of a transaction, the newest first. */
export async function listDisputes(db: Db, charge_id: number): Promise<SandboxDispute[]> {
  const { rows } = await sql<SandboxDispute>`
    ${disputes} where charge_id = ${charge_id} order by id desc`.execute(db)
  return rows
}

/** Stores the merchant's answer. Returns false if there is no such open dispute. */
export async function answerDispute(
  db: Db,
  id: string,
  { status, message, file }: { status: 'contested' | 'lost'; message: string; file: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update sandbox.dispute set status = ${status}, message = ${message}, evidence = coalesce(evidence, ${file})
    where id::text = ${id} and status = 'open' returning 1`.execute(db)
  return rows.length > 0
}

/** Stores the size of an uploaded file of evidence. */
export async function saveEvidence(db: Db, id: string, bytes: number): Promise<void> {
  await sql`update sandbox.dispute set evidence = ${`${bytes} bytes`} where id::text = ${id}`.execute(
    db,
  )
}
