// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** what changed for whom, for devices that listen */
export interface Event {
  id: Generated<number>
  account: string
  kind: string
  subject: string
  at: Generated<Timestamp>
  position: number | null
}
