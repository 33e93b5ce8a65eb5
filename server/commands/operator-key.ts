import { makeOperatorApiKey, revokeOperatorApiKey } from '#server/rooms/operators'
import { runKeyCommand } from './key-command.ts'

await runKeyCommand({
  usage: `npm run operator-key -- OPERATOR LABEL --scopes boarding,counter   creates a key for an operator (by its code) and prints it once
npm run operator-key -- --revoke NAME   revokes a key: NAME is the six letters after op_`,
  argumentCount: 2,
  make: (db, [operator = '', label = ''], scopes) =>
    makeOperatorApiKey(db, operator, label, scopes),
  revoke: revokeOperatorApiKey,
})
