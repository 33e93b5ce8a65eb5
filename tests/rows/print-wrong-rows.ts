import { findWrongRows } from '#tests/rows/check'
import { seenFolder } from '#tests/rows/seen'

// `npm run rows` prints what `npm test` would report about row types, from the server's tests that have run.
const wrong = findWrongRows('.', seenFolder)
for (const line of wrong) console.log(line)
process.exitCode = wrong.length > 0 ? 1 : 0
