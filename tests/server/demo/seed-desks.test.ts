import { expect, test } from 'vitest'
import { demo } from '#demo/index'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

test('a database that bears the mark of the demo country without its people stays as it is', async () => {
  const { db } = await testDatabase()
  const { host, close } = await aServer(db)
  await sql`insert into installed (name) values ('demo country')`.execute(db)
  await demo.seed(db, host)
  const { rows } = await sql`select from member`.execute(db)
  expect(rows).toEqual([])
  await close()
})
