import { findAppRole } from './app-role.ts'
import { type Db, openDatabase, type OpenOptions, sessionSettings } from './client.ts'
import { UnusableDatabaseError } from './migrate.ts'
import { sql } from './sql.ts'

/** The URLs of the database, by what their connections are for. */
export interface DatabaseUrls {
  /** For what the API reads and writes. May lead to a pooler in transaction mode. */
  url: string
  /**
   * For what needs a session of its own: migrations, the job queue, imports and `listen`. Equals `url` if there is no
   * pooler.
   */
  direct_url: string
}

interface ApiDatabaseOptions extends Pick<OpenOptions, 'max' | 'application_name' | 'onLost'> {
  /** Called if the connections may change tables, since the role of the API is missing. */
  onOwnerRights?: () => void
}

/**
 * Opens the connections of the API, with the rights of its role. Throws UnusableDatabaseError if a pooler gives
 * connections that lack settings.
 */
export async function openApiDatabase(
  { url, direct_url }: DatabaseUrls,
  { onOwnerRights = () => {}, ...options }: ApiDatabaseOptions = {},
): Promise<Db> {
  if (url === direct_url) {
    const role = await findAppRole(url)
    if (role === undefined) onOwnerRights()
    return openDatabase(url, { ...options, role })
  }
  const db = openDatabase(url, { ...options, isPooler: true })
  try {
    const login = await findPooledLogin(db)
    refuseMissingSettings(login)
    if (login.may_change_ledger) onOwnerRights()
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** A connection of a pooler: the user who is logged in, and its settings, times in ms. */
interface PooledLogin {
  user: string
  may_change_ledger: boolean
  settings: Record<string, string>
}

async function findPooledLogin(db: Db): Promise<PooledLogin> {
  const { rows } = await sql<PooledLogin>`
    select session_user::text as user, has_table_privilege('transfer', 'delete') as may_change_ledger,
      (select jsonb_object_agg(name, setting) from pg_settings
        where name = any (${Object.keys(sessionSettings)}::text[])) as settings`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not say who is logged in')
  return row
}

/**
 * Throws UnusableDatabaseError if a setting is missing. A time limit may have any value but 0, which means no limit.
 */
function refuseMissingSettings({ user, settings }: PooledLogin): void {
  const missing = Object.entries(sessionSettings).filter(([name, value]) =>
    typeof value === 'number' ? settings[name] === '0' : settings[name] !== value,
  )
  if (missing.length === 0) return
  const commands = missing.map(([name, value]) => `alter role "${user}" set ${name} = ${value};`)
  throw new UnusableDatabaseError(
    `The pooler of DATABASE_URL gives connections without settings that the API needs. Set them for its user, and let the pooler connect again (in PgBouncer: RECONNECT):\n${commands.join('\n')}`,
  )
}
