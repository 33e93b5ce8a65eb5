import { withConnection } from '#server/db/client'

/** Runs one statement about databases in the run's PostgreSQL. */
export async function runAsAdmin(url: string, statement: string): Promise<void> {
  await withConnection(url, 'waka tests', (admin) => admin.query(statement))
}
