import { seedCountry } from '#demo/country/index'
import { demoDeskPeople, demoFactorSecret, demoPassword, demoPeople } from '#demo/country/people'
import { makeSandboxJobs } from '#demo/sandbox/jobs'
import { listSandboxRoutes } from '#demo/sandbox/routes'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import type { Demo } from '#server/demo'
import { answerConversations } from './answering.ts'
import { seedHistories } from './histories.ts'
import { seedInvoices } from './invoices.ts'
import { seedCharters } from './charters.ts'
import { seedCounter } from './counter.ts'
import { seedDesks } from './desks.ts'
import { demoJobPlans } from './job-plans.ts'
import { makeDemoJobs } from './moving.ts'
import { seedParcels } from './parcels.ts'
import { seedTravelRequests } from './waitlist.ts'

export const demo: Demo = {
  startSimulatedStaff: answerConversations,
  routes: listSandboxRoutes,
  plans: demoJobPlans,
  jobs: (deps) => ({ ...makeSandboxJobs(deps), ...makeDemoJobs(deps) }),
  seed: async (db, { config, log, payables }) => {
    if (await seedCountry(db, config.seed_number)) log.info('the demo country is ready')
    if (await seedHistories(db, config)) log.info('the people of the demo have a past')
    if (await seedParcels(db, { config, log, payables })) log.info('their parcels are on their way')
    if (await seedCharters(db, { config, log, payables })) log.info('they have chartered vehicles')
    if (await seedTravelRequests(db, { config, log, payables }))
      log.info('they have travel requests')
    if (await seedDesks(db, config)) log.info('operators and our staff have somebody at their desk')
    if (await seedCounter(db, { config, log, payables })) log.info('their counter has sold seats')
    if (await seedInvoices(db, { config, log, payables })) log.info('they have bills to pay')
  },
  hello: ({
    public_url,
  }) => `  Log in as                 ${demoPeople.map(({ email }) => email).join(' or ')}
  with the password         ${demoPassword}
  Log in at the desk        ${public_url}/desk as ${demoDeskPeople.map(({ email }) => email).join(' or ')}, same password;
                            our own desk also asks for a code from the secret ${demoFactorSecret}
  Check tickets at          ${public_url}/verify with the key ${makeDemoOperatorKey('harmattan-lines')}
  The other operators’ keys ${public_url}/sandbox
`,
}
