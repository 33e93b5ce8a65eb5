import { makeStaffApiKey, revokeStaffApiKey } from '#server/rooms/operators'
import { runKeyCommand } from './key-command.ts'

await runKeyCommand({
  usage: `npm run staff-key -- LABEL --scopes claims   creates a key for our own staff and prints it once
npm run staff-key -- --revoke NAME   revokes a key: NAME is the six letters after st_`,
  argumentCount: 1,
  make: (db, [label = ''], scopes) => makeStaffApiKey(db, label, scopes),
  revoke: revokeStaffApiKey,
})
