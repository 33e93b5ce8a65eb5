import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** An operator's own logo. `version` is part of its URL. */
interface LogoRow {
  operator_id: string
  version: string
  webp: Buffer
}

/** Replaces an operator's logo. Returns its URL, which `logoOf` makes from the operator's code. */
export async function saveLogo(
  tx: Db,
  { operator_id, version, webp }: LogoRow,
  logoOf: (code: string) => string,
): Promise<string> {
  await sql`
    insert into operator_mark (operator_id, version, webp) values (${operator_id}::uuid, ${version}, ${webp})
    on conflict (operator_id) do update set version = excluded.version, webp = excluded.webp`.execute(
    tx,
  )
  const { rows } = await sql<{ code: string }>`
    select code from operator where id = ${operator_id}::uuid`.execute(tx)
  const logo = logoOf(rows[0]?.code ?? '')
  await sql`select set_logo(${operator_id}::uuid, ${logo})`.execute(tx)
  return logo
}

/** Returns this version of an operator's logo; undefined if it has another one, or none. */
export async function findLogo(db: Db, code: string, version: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ webp: Buffer }>`
    select m.webp from operator_mark m join operator o on o.id = m.operator_id
    where o.code = ${code} and m.version = ${version}`.execute(db)
  return rows[0]?.webp
}
