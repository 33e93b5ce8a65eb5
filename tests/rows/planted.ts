import { sql } from '#server/db/sql'

/** Statements whose rows are deliberately declared wrongly, by the kind of mistake. */
export const wrongStatements = {
  'a type': sql<{ seats: string }>`select 3 as seats`,
  'a type, where no row came': sql<{ seats: string }>`select 3 as seats where false`,
  'a missing column': sql<{ code: string; name: string }>`select 'A' as code`,
  'a null': sql<{ name: string }>`select name from (values ('Aba'), (null)) park (name)`,
  'a value': sql<{ state: 'open' | 'full' }>`select unnest('{open,closed}'::text[]) as state`,
  'a date that is text': sql<{ it: { at: Date } }>`select jsonb_build_object('at', now()) as it`,
  'a null in a list': sql<{ offers: { kobo: number }[] }>`
    select jsonb_agg(jsonb_build_object('kobo', kobo)) as offers from (values (5), (null)) offer (kobo)`,
}

const code = sql`code`
const narrowed = (state: string) => sql<{ state: 'open' | 'full'; code: string | null }>`
  select ${state}::text as state, ${code} from (values ('A')) park (code)`

/** Declared correctly: wider than the recorded rows, or built from pieces. */
export const rightStatements = [
  narrowed('open'),
  narrowed('full'),
  sql<{ at: Date; list: readonly string[]; seats?: number }>`
    select now() as at, '{a}'::text[] as list`,
  sql<{ offer: { at: string; kobo: number | null } }>`
    select jsonb_build_object('at', now(), 'kobo', null) as offer`,
]

/** A statement that no test runs. */
export const unusedStatement = sql`select from park`
