import { withConnection } from '#server/db/client'

/** Does one statement in the run's PostgreSQL that is about its databases. */
export async function asAdmin(url: string, statement: string): Promise<void> {
  await withConnection(url, 'waka tests', (admin) => admin.query(statement))
}
