import { listPagePaths, operatorDirectoryPages } from './page.ts'
import * as endpoints from '#contract/operators/endpoints'
import { inTransaction } from '#server/db/client'
import { bindEndpoint } from '#server/http/serve'
import { exclusiveSchedulePlan } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { recomputeDirectory } from './directory-repository.ts'
import * as directory from './directory.ts'
import * as logo from './mark.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Recomputes the directory of operators. */
    'operators.count': Record<string, never>
  }
}

export const room: Room = {
  routes: [
    bindEndpoint(endpoints.listOperators, directory.listOperators),
    bindEndpoint(endpoints.getOperator, directory.getOperator),
    bindEndpoint(endpoints.recordLicence, directory.recordLicence),
    bindEndpoint(endpoints.setOperatorMark, logo.setOperatorMark, logo.encodeLogo),
    bindEndpoint(endpoints.getOperatorMark, logo.getOperatorMark),
  ],
  pages: operatorDirectoryPages,
  addresses: listPagePaths,
  plans: {
    'operators.count': { ...exclusiveSchedulePlan, cron: '25 * * * *' },
  },
  jobs: ({ db }) => ({
    'operators.count': () => inTransaction(db, recomputeDirectory),
  }),
}
