/** Returns the URL of another database in the same PostgreSQL. */
export function replaceDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
