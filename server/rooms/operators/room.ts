import { addresses, pages } from './page.ts'
import * as endpoints from '#contract/operators/endpoints'
import { inTransaction } from '#server/db/client'
import { serve } from '#server/http/serve'
import { alone } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { countOperators } from './directory-repository.ts'
import * as directory from './directory.ts'
import * as mark from './mark.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Recomputes the directory of operators. */
    'operators.count': Record<string, never>
  }
}

export const room: Room = {
  routes: [
    serve(endpoints.listOperators, directory.listOperators),
    serve(endpoints.getOperator, directory.getOperator),
    serve(endpoints.recordLicence, directory.recordLicence),
    serve(endpoints.setOperatorMark, mark.setOperatorMark),
    serve(endpoints.getOperatorMark, mark.getOperatorMark),
  ],
  pages,
  addresses,
  plans: {
    'operators.count': { ...alone, cron: '25 * * * *' },
  },
  jobs: ({ db }) => ({
    'operators.count': () => inTransaction(db, countOperators),
  }),
}
